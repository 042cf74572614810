package io.c5c3.engine.runtime;

import io.c5c3.engine.Ref;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Gauges of resources. They go with what they speak of: a label that is not said any more, such as what a resource was blocked by, would
 * be true for ever otherwise. Of more resources than Prometheus should be asked to remember only a count is kept.
 */
final class ResourceGauges {

    /** Some twenty gauges each. */
    static final int MOST_RESOURCES = 2000;

    /** What tells one gauge from all others. */
    record Series(String name, Tags tags) {}

    private record Held(Gauge gauge, AtomicReference<Double> value) {}

    private final MeterRegistry registry;

    /** By resource, and by which of its tellers said it: each replaces only what it said itself. */
    private final Map<Ref, Map<String, Map<Series, Held>>> held = new HashMap<>();

    private final Set<Ref> untold = new HashSet<>();

    ResourceGauges(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("c5c3_resources_untold", this, ResourceGauges::untold)
                .strongReference(true)
                .description("Resources that have no metrics of their own, because there are too many")
                .register(registry);
    }

    private synchronized int untold() {
        return untold.size();
    }

    /** All that this teller says of the resource from now on. */
    synchronized void replace(Ref resource, String teller, Map<Series, Double> values) {
        if (!held.containsKey(resource) && held.size() >= MOST_RESOURCES) {
            untold.add(resource);
            return;
        }
        var gauges =
                held.computeIfAbsent(resource, key -> new HashMap<>()).computeIfAbsent(teller, key -> new HashMap<>());
        gauges.entrySet().removeIf(entry -> {
            var gone = !values.containsKey(entry.getKey());
            if (gone) {
                registry.remove(entry.getValue().gauge());
            }
            return gone;
        });
        values.forEach((id, value) ->
                gauges.computeIfAbsent(id, this::register).value().set(value));
    }

    private Held register(Series id) {
        var value = new AtomicReference<>(0.0);
        return new Held(
                Gauge.builder(id.name(), value, AtomicReference::get)
                        .tags(id.tags())
                        .register(registry),
                value);
    }

    /** The resource is gone. */
    synchronized void forget(Ref resource) {
        untold.remove(resource);
        var gone = held.remove(resource);
        if (gone != null) {
            gone.values().forEach(gauges -> gauges.values().forEach(one -> registry.remove(one.gauge())));
        }
    }
}
