package io.c5c3.engine.runtime;

import io.c5c3.engine.Meter;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/** What the operator tells Prometheus. The names are those of the upstream operators, so that dashboards fit. */
public final class Metrics implements Meter {

    private static final Pattern TAGGED = Pattern.compile("^([a-z_]+)\\{([a-z_]+)=([^}]*)}$");

    private final MeterRegistry registry;
    private final Map<String, AtomicReference<Double>> figures = new ConcurrentHashMap<>();
    private final Counter looks;

    public Metrics(MeterRegistry registry) {
        this.registry = registry;
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
    public void measure(String operator, Ref resource, String name, double value) {
        var tags = Tags.of("namespace", resource.namespace(), "name", resource.name());
        var tagged = TAGGED.matcher(name);
        var plain = name;
        if (tagged.matches()) {
            plain = tagged.group(1);
            tags = tags.and(Tag.of(tagged.group(2), tagged.group(3)));
        }
        var series = operator + "_operator_" + plain;
        var labels = tags;
        figures.computeIfAbsent(series + labels, key -> {
                    var figure = new AtomicReference<>(value);
                    Gauge.builder(series, figure, AtomicReference::get)
                            .tags(labels)
                            .register(registry);
                    return figure;
                })
                .set(value);
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

    /** Somebody looks at a resource. */
    void looked() {
        looks.increment();
    }
}
