package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Report;
import io.c5c3.engine.cluster.Cluster;
import io.c5c3.engine.cluster.Interests;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only reconciler: hands each resource of a kind to the engine, and turns its report into when to look again. */
final class BlueprintReconciler<R extends CustomResource<?, ?>> {

    private static final Logger LOG = LoggerFactory.getLogger(BlueprintReconciler.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration WHILE_DELETING = Duration.ofSeconds(2);

    /** In case a change was missed. */
    private static final Duration ANYWAY = Duration.ofMinutes(10);

    private final Blueprint<R> blueprint;
    private final OperatorHost host;
    private final Finalizers<R> finalizers;
    private final Map<Ref, Integer> faults = new ConcurrentHashMap<>();

    BlueprintReconciler(Blueprint<R> blueprint, OperatorHost host) {
        this.blueprint = blueprint;
        this.host = host;
        this.finalizers = new Finalizers<>(host.client(), blueprint);
    }

    String operator() {
        return blueprint.operator();
    }

    /** Looks at the resource once, and says when to do so again if nothing happens before; not at all if it is gone. */
    Optional<Duration> look(Ref ref, Interests.Look look) {
        var cluster = host.cluster(blueprint.operator(), look);
        var found = cluster.find(blueprint.kind(), ref.namespace(), ref.name());
        if (found.isEmpty()) {
            faults.remove(ref);
            host.forget(ref);
            return Optional.empty();
        }
        var resource = found.get();
        var deleting = resource.getMetadata().getDeletionTimestamp() != null;
        if (deleting && !finalizers.on(resource)) {
            // Somebody else holds it; the watch tells when it is gone.
            return Optional.empty();
        }
        var again = deleting ? takeDown(ref, resource, cluster) : bringUp(ref, resource, cluster);
        look.end();
        return again;
    }

    private Optional<Duration> bringUp(Ref ref, R resource, Cluster cluster) {
        var held = finalizers.on(resource) ? resource : host.wrote(finalizers.hold(resource));
        var report = reconciliation(cluster).reconcile(held);
        if (report.settled() && !Conditions.ready(resource)) {
            LOG.info("{} is ready", ref);
        }
        return again(ref, report).or(() -> Optional.of(ANYWAY));
    }

    private Optional<Duration> takeDown(Ref ref, R resource, Cluster cluster) {
        var report = reconciliation(cluster).cleanup(resource);
        if (!report.settled()) {
            return again(ref, report).or(() -> Optional.of(WHILE_DELETING));
        }
        finalizers.release(resource);
        LOG.info("{} is taken down", ref);
        faults.remove(ref);
        return Optional.empty();
    }

    private Reconciliation<R> reconciliation(Cluster cluster) {
        return new Reconciliation<>(blueprint, cluster, host.ports(), host.clock(), host.metrics());
    }

    /** Progress comes by watch; faults back off, doubling up to about a minute; a mistake waits for the person who made it. */
    private Optional<Duration> again(Ref ref, Report report) {
        if (!report.faulty()) {
            faults.remove(ref);
            return report.again();
        }
        var backOff = backOff(ref);
        return Optional.of(
                report.again().filter(sooner -> sooner.compareTo(backOff) < 0).orElse(backOff));
    }

    /** The look came to no report at all. */
    Duration backOff(Ref ref) {
        host.metrics().fault(blueprint.operator(), ref);
        var count = faults.merge(ref, 1, Integer::sum);
        return FIRST_RETRY.multipliedBy(1L << Math.min(count - 1, MOST_DOUBLINGS));
    }
}
