package io.c5c3.app;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.runtime.Metrics;
import io.c5c3.engine.runtime.OperatorHost;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Does once, without a cluster, what the operator does in its first seconds: the image build watches it and keeps the classes it
 * loaded, which halves the time to start.
 */
@Command(name = "rehearse", description = "Runs everything once without a cluster, for the image build.")
final class RehearseCommand implements Callable<Integer> {

    private static final String PLANE = """
        apiVersion: c5c3.io/v1alpha1
        kind: ControlPlane
        metadata:
          {name: rehearsal, namespace: openstack, uid: rehearsal, resourceVersion: "1", generation: 1, finalizers: [c5c3.io/finalizer]}
        spec: {global: {tls: {enabled: true}, monitoring: {enabled: true}}}
        """;

    @Override
    public Integer call() throws Exception {
        everyPipeline();
        everyStart();
        return 0;
    }

    private static void everyPipeline() {
        var simulation = new Simulation(Catalogue.all(), Connections.memory());
        simulation.add(plane());
        simulation.settle();
        var plane = simulation.find(ControlPlane.class, "rehearsal").orElseThrow();
        if (!Conditions.ready(plane)) {
            throw new IllegalStateException(
                    "The rehearsed plane did not become ready: " + Conditions.of(plane, Conditions.READY));
        }
    }

    private static ControlPlane plane() {
        return Serialization.unmarshal(PLANE, ControlPlane.class);
    }

    /** Everything from the first connection to the first status that is written. */
    private static void everyStart() throws Exception {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (var echo = new EchoApiServer(Catalogue.all(), plane());
                var client = Clients.ofOperators(config(echo));
                var host = new OperatorHost(
                        client,
                        Catalogue.all(),
                        Connections.real(),
                        new Metrics(registry),
                        Optional.empty(),
                        Set.of());
                var outside = Outside.start(0, host, registry)) {
            host.start();
            registry.scrape();
            if (outside.port() <= 0 || !echo.awaitReport(Duration.ofMinutes(1))) {
                throw new IllegalStateException("The operators did not look at the rehearsed plane");
            }
        }
    }

    private static Config config(EchoApiServer server) {
        var config = new ConfigBuilder()
                .withMasterUrl(server.address())
                .withAutoConfigure(false)
                .build();
        // The server does not speak the protocol of web sockets, in which watches are done otherwise.
        config.setOnlyHttpWatches(true);
        return config;
    }
}
