package io.c5c3.engine;

import com.fasterxml.jackson.core.type.TypeReference;
import io.c5c3.engine.cluster.Cluster;
import io.c5c3.engine.cluster.Standing;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One kind's way from a resource to a report: plan, run, prune, say. Knows nothing of how it is called. */
public final class Reconciliation<R extends CustomResource<?, ?>> {

    /** On hashed ConfigMaps: kept until everything has settled, since pods of the last rollout may still read them. */
    public static final String REVISION = "c5c3.io/revision";

    private static final TypeReference<TreeMap<String, Object>> TREE = new TypeReference<>() {};

    private final Blueprint<R> blueprint;
    private final Cluster cluster;
    private final Ports ports;
    private final Clock clock;
    private final Meter meter;

    public Reconciliation(Blueprint<R> blueprint, Cluster cluster, Ports ports, Clock clock, Meter meter) {
        this.blueprint = blueprint;
        this.cluster = cluster;
        this.ports = ports;
        this.clock = clock;
        this.meter = meter;
    }

    public Class<R> kind() {
        return blueprint.kind();
    }

    /** Brings the cluster one look closer to what the resource says, and the resource's status up to date. */
    public Report reconcile(R resource) {
        var work = new Work(resource, blueprint.operator(), cluster, ports, clock);
        var standing = cluster.standing(work.namespace());
        if (!standing.open() || standing.ending()) {
            return outside(resource, work, standing);
        }
        var planning = Planning.of(blueprint, resource, work);
        if (planning.plan().isEmpty()) {
            var report = new Pipeline(meter).end(Planning.CONDITION, planning.fault(), work);
            writeStatus(resource, work, report, new TreeMap<>());
            return report;
        }
        var plan = planning.plan().get();
        var pipeline = new Pipeline(meter);
        var ran = pipeline.run(plan, work);
        var report = pipeline.also(ran, "Pruned", work, () -> prune(plan, work, ran));
        var status = new TreeMap<String, @Nullable Object>(plan.status());
        status.putAll(report.found());
        writeStatus(resource, work, report, status);
        meter.figures(blueprint.operator(), Ref.of(resource), work.measures());
        return report;
    }

    /** Takes down what the garbage collector cannot; the resource may go once the report is settled. */
    public Report cleanup(R resource) {
        var work = new Work(resource, blueprint.operator(), cluster, ports, clock);
        var standing = cluster.standing(work.namespace());
        if (!standing.open()) {
            return standing.closed()
                            && (standing.ending()
                                    || Enrolment.workedOn(resource).findAny().isEmpty())
                    ? new Report(Map.of(), Map.of(), Set.of(), Optional.empty(), false)
                    : outside(resource, work, standing);
        }
        var planning = Planning.of(blueprint, resource, work);
        if (planning.fault() instanceof Outcome.Waiting) {
            return new Pipeline(meter).end(Planning.CONDITION, planning.fault(), work);
        }
        if (planning.plan().isEmpty()) {
            // What is owned goes with the resource; what was to be kept, and what lies outside, only a plan could tell.
            warn(resource, planning.fault(), "What lies outside of Kubernetes or was to be kept is left as it is. ");
            return new Report(Map.of(), Map.of(), Set.of(), Optional.empty(), false);
        }
        var report = new Pipeline(meter)
                .teardown(
                        planning.plan().get(),
                        work,
                        (condition, outcome) ->
                                warn(resource, outcome, condition + " could not be taken down and is left as it is. "));
        if (!report.settled()) {
            writeStatus(resource, work, report, new TreeMap<>());
        }
        return report;
    }

    /**
     * Nothing is read or made in a namespace that is not open, or is being deleted. What only an administrator can change is said in the
     * resource's own status; all else is a matter of moments.
     */
    private Report outside(R resource, Work work, Standing standing) {
        // What was said before stays, as not known: by that it is seen that there is something to take down.
        var blocked = Enrolment.workedOn(resource)
                .collect(Collectors.toMap(type -> type, type -> Enrolment.CONDITION, (a, b) -> a, TreeMap::new));
        var report = new Report(
                Map.of(Enrolment.CONDITION, Enrolment.why(work.namespace(), standing)),
                blocked,
                Set.of(),
                Optional.empty(),
                false);
        if (standing.closed() && !standing.ending()) {
            writeStatus(resource, work, report, new TreeMap<>());
        }
        return report;
    }

    private void warn(R resource, Outcome outcome, String words) {
        cluster.record(resource, true, outcome.reason(), words + outcome.message());
    }

    private void prune(Plan plan, Work work, Report report) {
        var keep = Pipeline.intended(plan, work.namespace());
        for (var kind : blueprint.uses()) {
            if (!work.serves(kind)) {
                continue;
            }
            for (var object : work.made(kind)) {
                var superseded = object.getMetadata().getLabels().containsKey(REVISION);
                var going = object.getMetadata().getDeletionTimestamp() != null;
                // What outlives the resource was made once, and nothing that is looked up anew can tell that it is left
                // over.
                var retained = object.getMetadata().getOwnerReferences() == null
                        || object.getMetadata().getOwnerReferences().isEmpty();
                if (!going
                        && !retained
                        && !keep.contains(Ref.of(object))
                        && (!superseded || report.settled())
                        && work.owns(object)) {
                    work.delete(object, false);
                }
            }
        }
    }

    private void writeStatus(R resource, Work work, Report report, Map<String, @Nullable Object> values) {
        var before = Conditions.of(resource);
        var generation = Objects.requireNonNullElse(resource.getMetadata().getGeneration(), 0L);
        var conditions = Conditions.derive(before, report, generation, work.now());
        TreeMap<String, Object> old = Optional.of(Conditions.status(resource))
                .filter(node -> node.isObject())
                .map(node -> Json.MAPPER.convertValue(node, TREE))
                .orElseGet(TreeMap::new);
        var status = new TreeMap<>(old);
        values.forEach((field, value) -> {
            // An empty list is not sent, so it would differ for ever from what comes back.
            if (value == null || (value instanceof Collection<?> list && list.isEmpty())) {
                status.remove(field);
            } else {
                status.put(field, value);
            }
        });
        status.put("conditions", conditions);
        status.put("observedGeneration", generation);
        blockedBy(resource, work, report)
                .ifPresentOrElse(cause -> status.put("blockedBy", cause), () -> status.remove("blockedBy"));
        meter.stands(Ref.of(resource), ResourceState.of(conditions, status, work.now()));
        if (!Json.MAPPER.valueToTree(status).equals(Json.MAPPER.valueToTree(old))) {
            cluster.writeStatus(resource, status);
            announce(resource, report, before, conditions);
        }
    }

    /** One Event per condition that changed; the first look, where all are new, only says how the resource as a whole stands. */
    private void announce(R resource, Report report, List<Condition> before, List<Condition> after) {
        for (var condition : after) {
            var old = before.stream()
                    .filter(other -> other.getType().equals(condition.getType()))
                    .findFirst();
            var changed = old.map(was -> !was.getStatus().equals(condition.getStatus())
                            || !Objects.equals(was.getReason(), condition.getReason()))
                    .orElse(Conditions.READY.equals(condition.getType()));
            if (changed && !"Unknown".equals(condition.getStatus())) {
                cluster.record(
                        resource,
                        report.bad(condition.getType()),
                        condition.getReason(),
                        condition.getType() + ": " + condition.getMessage());
            }
        }
    }

    /** The deepest cause: what the first failing step waits for, or what that itself is blocked by. */
    private Optional<Map<String, Object>> blockedBy(R resource, Work work, Report report) {
        return report.failing().stream().findFirst().map(outcome -> {
            var on = switch (outcome) {
                case Outcome.Waiting waiting -> waiting.on();
                case Outcome.Failed failed -> failed.on();
                case Outcome.Done done -> Optional.<Ref>empty();
                case Outcome.Skipped skipped -> Optional.<Ref>empty();
            };
            return on.flatMap(ref -> find(work, ref))
                    .map(object -> Conditions.status(object).path("blockedBy"))
                    .filter(node -> node.isObject())
                    .<Map<String, Object>>map(node -> Json.MAPPER.convertValue(node, TREE))
                    .orElseGet(() -> cause(on.orElse(Ref.of(resource)), outcome));
        });
    }

    private Optional<? extends HasMetadata> find(Work work, Ref ref) {
        return Stream.concat(blueprint.uses().stream(), blueprint.reads().stream())
                .filter(kind -> Ref.of(kind, ref.namespace(), ref.name()).equals(ref))
                .findFirst()
                .flatMap(kind -> work.find(kind, ref.name()));
    }

    private static Map<String, Object> cause(Ref ref, Outcome outcome) {
        var cause = new LinkedHashMap<String, Object>();
        cause.put("kind", ref.kind());
        cause.put("name", ref.name());
        cause.put("reason", outcome.reason());
        cause.put("message", outcome.message());
        return cause;
    }
}
