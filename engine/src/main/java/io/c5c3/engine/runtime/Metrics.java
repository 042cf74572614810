package io.c5c3.engine.runtime;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.Meter;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.ResourceState;
import io.c5c3.engine.runtime.ResourceGauges.Series;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/**
 * What the operator tells Prometheus. Those of a step have the names of the upstream operators, so that dashboards fit; what is the same
 * for every kind begins with c5c3.
 */
public final class Metrics implements Meter {

    private static final Pattern TAGGED = Pattern.compile("^([a-z0-9_]+)\\{([a-z_]+)=([^}]*)}$");

    /** Figures of this name are told under it by whichever operator. */
    private static final String SHARED = "c5c3_";

    private static final String READY = "c5c3_resource_ready";
    private static final String STALLED = "c5c3_resource_stalled";
    private static final String CONDITION = "c5c3_resource_condition";
    private static final String PHASE = "c5c3_resource_phase";
    private static final String BLOCKED = "c5c3_resource_blocked";
    private static final String SUCCESS = "c5c3_resource_last_success_timestamp_seconds";

    private final MeterRegistry registry;
    private final ResourceGauges gauges;
    private final Counter looks;
    private final Map<Ref, Double> lastSuccess = new ConcurrentHashMap<>();

    public Metrics(MeterRegistry registry) {
        this.registry = registry;
        this.gauges = new ResourceGauges(registry);
        this.looks =
                Counter.builder("c5c3_looks").description("Looks at resources").register(registry);
    }

    @Override
    public void step(String operator, String condition, Duration took, Outcome outcome) {
        Timer.builder(operator + "_operator_reconcile_duration")
                .description("Time a step took")
                .tags("sub_reconciler", condition)
                .register(registry)
                .record(took);
        if (outcome instanceof Outcome.Failed failed) {
            registry.counter(
                            operator + "_operator_reconcile_errors",
                            "sub_reconciler",
                            condition,
                            "condition_type",
                            condition,
                            "reason",
                            failed.reason())
                    .increment();
        }
    }

    @Override
    public void figures(String operator, Ref resource, Map<String, Double> figures) {
        var values = new HashMap<Series, Double>();
        figures.forEach((name, value) -> values.put(figure(operator, resource, name), value));
        gauges.replace(resource, "figures", values);
    }

    private static Series figure(String operator, Ref resource, String name) {
        var tagged = TAGGED.matcher(name);
        var isTagged = tagged.matches();
        var plain = isTagged ? tagged.group(1) : name;
        var shared = plain.startsWith(SHARED);
        var tags = shared ? tags(resource) : Tags.of("namespace", resource.namespace(), "name", resource.name());
        return new Series(
                shared ? plain : operator + "_operator_" + plain,
                isTagged ? tags.and(Tag.of(tagged.group(2), tagged.group(3))) : tags);
    }

    @Override
    public void stands(Ref resource, ResourceState state) {
        var tags = tags(resource);
        var values = new HashMap<Series, Double>();
        state.conditions().forEach((type, status) -> {
            switch (type) {
                case Conditions.READY, Conditions.STALLED -> {}
                default -> values.put(new Series(CONDITION, tags.and("condition", type)), number(status));
            }
        });
        values.put(new Series(READY, tags), number(state.holds(Conditions.READY)));
        values.put(new Series(STALLED, tags), number(state.holds(Conditions.STALLED)));
        state.phase().ifPresent(phase -> values.put(new Series(PHASE, tags.and("phase", phase)), 1.0));
        state.blockedBy().ifPresent(by -> values.put(new Series(BLOCKED, tags.and("by", by)), 1.0));
        if (state.holds(Conditions.READY)) {
            lastSuccess.put(resource, (double) state.at().getEpochSecond());
        }
        var success = lastSuccess.get(resource);
        if (success != null) {
            values.put(new Series(SUCCESS, tags), success);
        }
        gauges.replace(resource, "state", values);
    }

    private static Tags tags(Ref resource) {
        return Tags.of(
                "group", resource.group(),
                "kind", resource.kind(),
                "namespace", resource.namespace(),
                "name", resource.name());
    }

    private static double number(boolean holds) {
        return holds ? 1 : 0;
    }

    /** What is not known, because something before it does not hold, is neither. */
    private static double number(String status) {
        return "Unknown".equals(status) ? -1 : number("True".equals(status));
    }

    /** The resource is gone: nothing is told of it any more. */
    void forget(Ref resource) {
        lastSuccess.remove(resource);
        gauges.forget(resource);
    }

    /** This process looks at resources of this kind: of faults it has had none yet, which is not the same as not being asked. */
    void expect(String operator, String kind) {
        faults(operator, kind);
    }

    /** A look went wrong, in a way that trying again may mend. */
    void fault(String operator, Ref resource) {
        faults(operator, resource.kind()).increment();
    }

    private Counter faults(String operator, String kind) {
        return registry.counter("c5c3_reconcile_faults", "operator", operator, "kind", kind);
    }

    /** What waits to be looked at, and what is looked at right now. */
    void queue(IntSupplier depth, IntSupplier running) {
        Gauge.builder("c5c3_queue_depth", depth, IntSupplier::getAsInt)
                .strongReference(true)
                .description("Resources that wait to be looked at")
                .register(registry);
        Gauge.builder("c5c3_reconciles_running", running, IntSupplier::getAsInt)
                .strongReference(true)
                .description("Resources being looked at right now")
                .register(registry);
    }

    /** Which operators this process leads, and whether it hears of changes. */
    void work(Set<String> operators, Set<String> leading, BooleanSupplier watching) {
        for (var operator : operators) {
            Gauge.builder("c5c3_leading", leading, held -> number(held.contains(operator)))
                    .strongReference(true)
                    .tag("operator", operator)
                    .description("Whether this process is the one that works as this operator")
                    .register(registry);
        }
        Gauge.builder("c5c3_watches_connected", watching, held -> number(held.getAsBoolean()))
                .strongReference(true)
                .description("Whether this process hears of changes")
                .register(registry);
    }

    /** Somebody looks at a resource. */
    void looked() {
        looks.increment();
    }
}
