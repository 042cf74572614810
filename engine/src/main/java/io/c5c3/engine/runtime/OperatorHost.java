package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Meter;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.Cluster;
import io.c5c3.engine.cluster.Interests;
import io.c5c3.engine.cluster.LiveCluster;
import io.c5c3.engine.cluster.OwnWrites;
import io.c5c3.engine.cluster.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A set of operators in one process: one client, one lease, one watch per kind. */
public final class OperatorHost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorHost.class);

    /**
     * Who may work when several copies run.
     *
     * @param identity the pod's name: a container that was killed gets the lease back at once instead of waiting for it to run out
     */
    public record Lease(String name, String namespace, String identity) {}

    private final KubernetesClient client;
    private final Ports ports;
    private final Meter meter;
    private final Clock clock = Clock.systemUTC();
    private final Interests interests = new Interests();
    private final OwnWrites ownWrites = new OwnWrites();
    private final Watches watches;
    private final Map<String, BlueprintReconciler<?>> reconcilers = new HashMap<>();
    private final Operator operator;
    private final List<Blueprint<?>> blueprints;
    private final AtomicBoolean looked = new AtomicBoolean();
    private volatile boolean leading;
    private volatile boolean closing;
    private final Optional<Lease> lease;

    public OperatorHost(
            KubernetesClient client,
            List<Blueprint<?>> blueprints,
            Ports ports,
            Metrics metrics,
            Optional<Lease> lease) {
        this.client = client;
        this.blueprints = List.copyOf(blueprints);
        this.ports = ports;
        this.meter = metrics;
        var kinds = new LinkedHashSet<Class<? extends HasMetadata>>();
        blueprints.forEach(blueprint -> {
            kinds.add(blueprint.kind());
            kinds.addAll(blueprint.uses());
            kinds.addAll(blueprint.reads());
        });
        this.watches = new Watches(client, kinds, this::changed);
        this.operator = new Operator(overrider -> {
            overrider
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
                    .checkingCRDAndValidateLocalModel(false)
                    .withStopOnInformerErrorDuringStartup(false)
                    .withMetrics(metrics.queue());
            lease.ifPresent(wanted -> overrider.withLeaderElectionConfiguration(
                    LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(wanted.name())
                            .withLeaseNamespace(wanted.namespace())
                            .withIdentity(wanted.identity())
                            .withLeaseDuration(Duration.ofSeconds(15))
                            .withRenewDeadline(Duration.ofSeconds(10))
                            .withRetryPeriod(Duration.ofSeconds(2))
                            .withExitOnStopLeading(false)
                            .withLeaderCallbacks(new LeaderCallbacks(
                                    () -> {
                                        leading = true;
                                        LOG.info("This process leads");
                                    },
                                    this::stopLeading,
                                    leader -> LOG.info("The leader is {}", leader.isEmpty() ? "nobody" : leader)))
                            .build()));
        });
        blueprints.forEach(this::register);
        this.lease = lease;
        leading = lease.isEmpty();
    }

    /** Nobody may work beside the next leader, so that whoever loses the lease ends at once. Who gives it back is ending anyway. */
    private void stopLeading() {
        leading = false;
        if (!closing) {
            LOG.error("The lease is lost: this process ends, so that only one works");
            Runtime.getRuntime().halt(1);
        }
    }

    private <R extends CustomResource<?, ?>> void register(Blueprint<R> blueprint) {
        var reconciler = new BlueprintReconciler<>(blueprint, this);
        reconcilers.put(
                HasMetadata.getApiVersion(blueprint.kind()) + HasMetadata.getKind(blueprint.kind()), reconciler);
        operator.register(reconciler, new KindConfiguration<>(blueprint, operator.getConfigurationService()));
    }

    /** Fills the caches, then begins to work. */
    public void start() {
        watches.start();
        operator.start();
        LOG.info("Watching {} kinds for {}", blueprints.size(), operatorNames());
    }

    /** Says once how long it took to get to work: that is how long nobody looks after a restart. */
    void looking() {
        if (looked.compareAndSet(false, true)) {
            LOG.info(
                    "First look {} ms after the start of the process",
                    ManagementFactory.getRuntimeMXBean().getUptime());
        }
    }

    private Set<String> operatorNames() {
        var names = new LinkedHashSet<String>();
        blueprints.forEach(blueprint -> names.add(blueprint.operator()));
        return names;
    }

    private void changed(Ref what, Optional<? extends HasMetadata> state) {
        ownWrites.seen(what, state);
        for (var who : new ArrayList<>(interests.in(what))) {
            var reconciler = reconcilers.get(who.apiVersion() + who.kind());
            // A resource's own change reaches its reconciler by JOSDK's watch, filtered for what matters.
            if (reconciler != null && !who.equals(what)) {
                reconciler.wake(who);
            }
        }
    }

    void forget(Ref resource) {
        interests.forget(resource);
    }

    Cluster cluster(String operatorName, Ref subject) {
        return new LiveCluster(client, watches, ownWrites, interests, operatorName, subject);
    }

    Ports ports() {
        return ports;
    }

    Clock clock() {
        return clock;
    }

    Meter meter() {
        return meter;
    }

    /** Ready to work: the caches are filled and connected. A copy that does not lead is ready to take over. */
    public boolean healthy() {
        return watches.healthy();
    }

    public boolean leading() {
        return leading;
    }

    @Override
    public void close() {
        closing = true;
        var led = leading;
        operator.stop();
        if (led) {
            lease.ifPresent(this::giveBack);
        }
        watches.close();
    }

    /** The library would let it run out, for which the next leader would have to wait. */
    private void giveBack(Lease held) {
        try {
            client.leases()
                    .inNamespace(held.namespace())
                    .withName(held.name())
                    .edit(there -> there.edit()
                            .editSpec()
                            .withHolderIdentity("")
                            .endSpec()
                            .build());
        } catch (KubernetesClientException e) {
            LOG.warn(
                    "The lease could not be given back, so the next leader waits until it runs out: {}",
                    e.getMessage());
        }
    }
}
