package io.c5c3.app;

import io.c5c3.engine.runtime.Metrics;
import io.c5c3.engine.runtime.OperatorHost;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs operators until the process is told to stop. */
@Command(
        name = "run",
        description = "Runs operators against the cluster this process is in, or the one KUBECONFIG names.")
final class RunCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    /** Shorter than Kubernetes waits before it kills, longer than looks that are under way may take. */
    private static final Duration END = Duration.ofSeconds(25);

    /** How often a lease is renewed before it would run out. */
    private static final int RENEWALS = 4;

    @Option(
            names = "--operators",
            defaultValue = "all",
            description = "all, or names with commas between them (default: all)")
    private String operators = "all";

    @Option(
            names = "--port",
            defaultValue = "8080",
            description = "port of /healthz, /readyz and /metrics (default: 8080)")
    private int port;

    @Option(
            names = "--leader-elect",
            description = "let only one of several copies work, by a lease per operator in POD_NAMESPACE")
    private boolean leaderElect;

    @Option(
            names = "--lease-seconds",
            defaultValue = "15",
            description = "how long after it was last heard of a copy is taken for dead (default: 15)")
    private int leaseSeconds;

    @Option(
            names = "--watch-namespaces",
            split = ",",
            description =
                    "namespaces that are enrolled whatever their labels say; RoleBindings there are needed all the"
                            + " same")
    private List<String> namespaces = List.of();

    @Override
    public Integer call() throws Exception {
        var blueprints = Catalogue.select(operators);
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, stopped), "stop"));
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (var client = Clients.ofOperators(Config.autoConfigure(null));
                var host = new OperatorHost(
                        client,
                        blueprints,
                        Connections.real(),
                        new Metrics(registry),
                        lease(),
                        Set.copyOf(namespaces));
                var outside = Outside.start(port, host, registry)) {
            host.start();
            LOG.info(
                    "Started {} ms after the process; health and metrics on port {}",
                    System.currentTimeMillis()
                            - ManagementFactory.getRuntimeMXBean().getStartTime(),
                    outside.port());
            stop.await();
        }
        stopped.countDown();
        return 0;
    }

    /** The process lives as long as this takes: time to give the lease back, so that the next copy need not wait for it to run out. */
    private static void end(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            if (!stopped.await(END.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Not everything could be ended within {} s", END.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<OperatorHost.Lease> lease() {
        if (!leaderElect) {
            return Optional.empty();
        }
        var namespace = Optional.ofNullable(System.getenv("POD_NAMESPACE")).orElse("c5c3-system");
        var identity = Optional.ofNullable(System.getenv("POD_NAME"))
                .orElse("operator-" + ProcessHandle.current().pid());
        var lasts = Duration.ofSeconds(leaseSeconds);
        return Optional.of(new OperatorHost.Lease(namespace, identity, lasts, lasts.dividedBy(RENEWALS)));
    }
}
