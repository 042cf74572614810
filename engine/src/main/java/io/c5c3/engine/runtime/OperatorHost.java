package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Leadership;
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
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A set of operators in one process: one client, one lease, one watch per kind, one queue. */
public final class OperatorHost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorHost.class);

    /** How long a stop waits for looks that are under way; each of their calls is bounded by less. */
    private static final Duration END = Duration.ofSeconds(20);

    /**
     * Who may work when several copies run. Each operator has a lease of its own, by its name: whether it runs alone or together with
     * others in a process, there is one of it.
     *
     * @param namespace of the leases
     * @param identity the pod's name: a container that was killed gets the lease back at once instead of waiting for it to run out
     * @param lasts how long after it was last heard of a copy is taken for dead, in whole seconds
     * @param retry how long between two attempts to get or to keep the lease
     */
    public record Lease(String namespace, String identity, Duration lasts, Duration retry) {}

    private final KubernetesClient client;
    private final Ports ports;
    private final Metrics metrics;
    private final Clock clock = Clock.systemUTC();
    private final Interests interests = new Interests();
    private final OwnWrites ownWrites = new OwnWrites();
    private final Watches watches;
    private final Map<String, BlueprintReconciler<?>> reconcilers = new HashMap<>();
    private final Map<Ref, Edits> edits = new ConcurrentHashMap<>();
    private final WorkQueue queue = new WorkQueue(WorkQueue.Limits.USUAL, System::nanoTime);
    private final Looks looks;
    private final Map<String, Election> elections = new LinkedHashMap<>();

    /** The operators that this process leads. */
    private final Set<String> leading = ConcurrentHashMap.newKeySet();

    private final List<Blueprint<?>> blueprints;
    private final AtomicBoolean looked = new AtomicBoolean();

    /** @param namespaces those that are enrolled whatever their labels say */
    public OperatorHost(
            KubernetesClient client,
            List<Blueprint<?>> blueprints,
            Ports ports,
            Metrics metrics,
            Optional<Lease> lease,
            Set<String> namespaces) {
        this.client = client;
        this.blueprints = List.copyOf(blueprints);
        this.ports = ports;
        this.metrics = metrics;
        var own = new LinkedHashSet<Class<? extends HasMetadata>>();
        var others = new LinkedHashSet<Class<? extends HasMetadata>>();
        blueprints.forEach(blueprint -> {
            own.add(blueprint.kind());
            others.addAll(blueprint.uses());
            others.addAll(blueprint.reads());
        });
        this.watches = new Watches(client, new Watches.Scope(own, others, namespaces), this::changed);
        blueprints.forEach(this::register);
        this.looks = new Looks(queue, new Looks.Looker() {
            @Override
            public Optional<Duration> look(Ref resource) {
                looking();
                return reconciler(resource).flatMap(found -> found.look(resource, interests.begin(resource)));
            }

            @Override
            public Leadership leadership(Ref resource) {
                return reconciler(resource)
                        .<Leadership>map(found -> elections.get(found.operator()))
                        .orElse(Leadership.ALONE);
            }

            @Override
            public Duration backOff(Ref resource) {
                return reconciler(resource)
                        .map(found -> found.backOff(resource))
                        .orElse(Duration.ZERO);
            }
        });
        metrics.queue(queue::depth, queue::running);
        metrics.work(operatorNames(), leading, watches::healthy);
        lease.ifPresent(wanted -> operatorNames()
                .forEach(name -> elections.put(
                        name,
                        new Election(
                                client,
                                "c5c3-" + name,
                                wanted,
                                System::nanoTime,
                                () -> lead(name),
                                () -> stopLeading(name),
                                KernelTimer.create()))));
    }

    private <R extends CustomResource<?, ?>> void register(Blueprint<R> blueprint) {
        metrics.expect(blueprint.operator(), HasMetadata.getKind(blueprint.kind()));
        reconcilers.put(
                HasMetadata.getApiVersion(blueprint.kind()) + HasMetadata.getKind(blueprint.kind()),
                new BlueprintReconciler<>(blueprint, this));
    }

    /** Who looks at resources of this kind, if they are looked at here. */
    private Optional<BlueprintReconciler<?>> reconciler(Ref resource) {
        return Optional.ofNullable(reconcilers.get(resource.apiVersion() + resource.kind()));
    }

    /** Nobody may work beside the next leader, so that whoever loses the lease ends at once, whatever it is doing. */
    private static void stopLeading(String operator) {
        LOG.error("The lease of {} is lost: this process ends, so that only one works", operator);
        Runtime.getRuntime().halt(1);
    }

    /** Fills the caches, then begins to work, or to wait for the lease. */
    public void start() {
        watches.start();
        looks.begin();
        if (elections.isEmpty()) {
            operatorNames().forEach(this::lead);
        }
        elections.values().forEach(Election::start);
        LOG.info("Watching {} kinds for {}", blueprints.size(), operatorNames());
    }

    /** Whatever the watches have shown so far is looked at. */
    private void lead(String operator) {
        LOG.info("This process leads {}", operator);
        leading.add(operator);
        edits.keySet().forEach(this::wake);
    }

    /** The resource is to be looked at, if that is for this process to do. Who begins to lead later begins with all there are. */
    private void wake(Ref resource) {
        if (reconciler(resource)
                .filter(found -> leading.contains(found.operator()))
                .isPresent()) {
            queue.add(resource);
        }
    }

    /** Says once how long it took to get to work: that is how long nobody looks after a restart. */
    private void looking() {
        metrics.looked();
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
        state.ifPresent(object -> ownWrites.seen(what, object));
        if (reconciler(what).isPresent() && meaningful(what, state)) {
            wake(what);
        }
        var labels = state.map(object -> object.getMetadata().getLabels()).orElse(Map.of());
        for (var who : interests.in(what, labels == null ? Map.of() : labels)) {
            // Of its own changes a resource is told above, of those that matter.
            if (!who.equals(what)) {
                wake(who);
            }
        }
    }

    private boolean meaningful(Ref what, Optional<? extends HasMetadata> state) {
        if (state.isEmpty()) {
            edits.remove(what);
            return true;
        }
        var now = Edits.of(state.get());
        return !now.equals(edits.put(what, now));
    }

    /** The resource is gone: nothing is kept of it. */
    void forget(Ref resource) {
        interests.forget(resource);
        queue.forget(resource);
        metrics.forget(resource);
    }

    Cluster cluster(String operatorName, Interests.Look look) {
        return new LiveCluster(client, watches, ownWrites, look, operatorName);
    }

    /** The resource as this process has just written it. */
    <T extends HasMetadata> T wrote(T object) {
        return ownWrites.remember(object);
    }

    KubernetesClient client() {
        return client;
    }

    Ports ports() {
        return ports;
    }

    Clock clock() {
        return clock;
    }

    Metrics metrics() {
        return metrics;
    }

    /** Ready to work: the caches are filled. A copy that does not lead is ready to take over. */
    public boolean healthy() {
        return watches.healthy();
    }

    public boolean leading() {
        return elections.values().stream().allMatch(Election::leads);
    }

    /** Waits for the looks that are under way, and gives the lease back once there are none. */
    @Override
    public void close() {
        var idle = looks.end(END);
        if (!idle) {
            LOG.warn("Some looks did not end within {} s; the lease is left to run out", END.toSeconds());
        }
        elections.values().forEach(held -> held.end(idle));
        looks.close();
        watches.close();
    }
}
