package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Report;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The only reconciler: hands each resource of a kind to the engine, and turns its report into when to look again. */
final class BlueprintReconciler<R extends CustomResource<?, ?>> implements Reconciler<R>, Cleaner<R> {

    private static final Logger LOG = LoggerFactory.getLogger(BlueprintReconciler.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration WHILE_DELETING = Duration.ofSeconds(2);

    private final Blueprint<R> blueprint;
    private final OperatorHost host;
    private final SimpleInboundEventSource<R> wakeUps = new SimpleInboundEventSource<>("wake-ups");
    private final Map<Ref, Integer> faults = new ConcurrentHashMap<>();

    BlueprintReconciler(Blueprint<R> blueprint, OperatorHost host) {
        this.blueprint = blueprint;
        this.host = host;
    }

    @Override
    public List<EventSource<?, R>> prepareEventSources(EventSourceContext<R> context) {
        return List.of(wakeUps);
    }

    /** Something this resource looked at has changed. */
    void wake(Ref resource) {
        wakeUps.propagateEvent(new ResourceID(resource.name(), resource.namespace()));
    }

    Blueprint<R> blueprint() {
        return blueprint;
    }

    @Override
    public UpdateControl<R> reconcile(R given, Context<R> context) {
        var ref = Ref.of(given);
        return logged(ref, () -> {
            host.looking();
            var resource = newest(given, ref);
            var report = reconciliation(ref).reconcile(resource);
            if (report.settled() && !Conditions.ready(given)) {
                LOG.info("{} is ready", ref);
            }
            UpdateControl<R> control = UpdateControl.noUpdate();
            again(ref, report).ifPresent(after -> control.rescheduleAfter(after.toMillis()));
            return control;
        });
    }

    @Override
    public DeleteControl cleanup(R given, Context<R> context) {
        var ref = Ref.of(given);
        return logged(ref, () -> {
            var report = reconciliation(ref).cleanup(newest(given, ref));
            if (report.settled()) {
                LOG.info("{} is taken down", ref);
                faults.remove(ref);
                host.forget(ref);
                return DeleteControl.defaultDelete();
            }
            return DeleteControl.noFinalizerRemoval()
                    .rescheduleAfter(again(ref, report).orElse(WHILE_DELETING).toMillis());
        });
    }

    private Reconciliation<R> reconciliation(Ref ref) {
        return new Reconciliation<>(
                blueprint, host.cluster(blueprint.operator(), ref), host.ports(), host.clock(), host.meter());
    }

    /**
     * JOSDK's cache may lag behind a status we wrote, and ours behind the change that JOSDK has just seen. The older of the two would
     * either undo the one or miss the other until something else happens.
     */
    private R newest(R given, Ref ref) {
        return host.cluster(blueprint.operator(), ref)
                .find(blueprint.kind(), ref.namespace(), ref.name())
                .filter(ours -> version(ours) >= version(given))
                .orElse(given);
    }

    private static long version(HasMetadata object) {
        return Long.parseLong(object.getMetadata().getResourceVersion());
    }

    /** Progress comes by watch; faults back off, doubling up to about a minute; a mistake waits for the person who made it. */
    private Optional<Duration> again(Ref ref, Report report) {
        if (!report.faulty()) {
            faults.remove(ref);
            return report.again();
        }
        var count = faults.merge(ref, 1, Integer::sum);
        var backOff = FIRST_RETRY.multipliedBy(1L << Math.min(count - 1, MOST_DOUBLINGS));
        return Optional.of(
                report.again().filter(sooner -> sooner.compareTo(backOff) < 0).orElse(backOff));
    }

    private interface Look<T> {
        T take();
    }

    private static <T> T logged(Ref ref, Look<T> look) {
        try (var kind = MDC.putCloseable("kind", ref.kind());
                var namespace = MDC.putCloseable("namespace", ref.namespace());
                var name = MDC.putCloseable("name", ref.name())) {
            return look.take();
        }
    }
}
