package io.c5c3.engine.runtime;

import io.c5c3.engine.Meter;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** What the operator tells Prometheus. The names are those of the upstream operators, so that dashboards fit. */
public final class Metrics implements Meter {

    private static final Pattern TAGGED = Pattern.compile("^([a-z_]+)\\{([a-z_]+)=([^}]*)}$");

    private final MeterRegistry registry;
    private final Map<String, AtomicReference<Double>> figures = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();

    public Metrics(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("c5c3_queue_depth", waiting, count -> Math.max(0, count.get()))
                .description("Wake-ups that were received and not yet worked on")
                .register(registry);
        Gauge.builder("c5c3_reconciles_running", running, AtomicInteger::get)
                .description("Resources being looked at right now")
                .register(registry);
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

    /** Counts what waits in JOSDK's queue. */
    io.javaoperatorsdk.operator.api.monitoring.Metrics queue() {
        return new io.javaoperatorsdk.operator.api.monitoring.Metrics() {
            private final Map<Object, Boolean> pending = new ConcurrentHashMap<>();

            @Override
            public void receivedEvent(Event event, Map<String, Object> metadata) {
                if (pending.put(List.of(event.getRelatedCustomResourceID(), metadata), true) == null) {
                    waiting.set(pending.size());
                }
            }

            @Override
            public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
                running.incrementAndGet();
                pending.remove(List.of(
                        io.javaoperatorsdk.operator.processing.event.ResourceID.fromResource(resource), metadata));
                waiting.set(pending.size());
            }

            @Override
            public void reconciliationExecutionFinished(HasMetadata resource, Map<String, Object> metadata) {
                running.decrementAndGet();
            }
        };
    }
}
