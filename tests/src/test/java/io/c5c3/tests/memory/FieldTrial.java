package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.c5c3.engine.Work;
import io.c5c3.engine.render.PlanYaml;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether it makes a difference what is written into a field: between two resources that differ in nothing else, there is another plan, or
 * one of them is refused.
 */
final class FieldTrial<R extends CustomResource<?, ?>> {

    private final Plane plane;
    private final Blueprint<R> blueprint;
    private final List<ObjectNode> examples;
    private final Schema schema;
    private final List<FieldTrial<?>> readers;
    private int plans;

    /**
     * Plans as they are made beside these neighbours.
     *
     * @param examples resources of the kind; a field that one of them has no use for may matter to another
     * @param readers of kinds that are planned by what they read in a resource of this kind
     */
    FieldTrial(Plane plane, Blueprint<R> blueprint, List<ObjectNode> examples, List<FieldTrial<?>> readers) {
        this.plane = plane;
        this.blueprint = blueprint;
        this.examples = examples;
        this.schema = Schema.of(blueprint.kind());
        this.readers = readers;
    }

    int plans() {
        return plans;
    }

    boolean matters(SpecFields.Field field) {
        var choices = field.choices().stream().map(List::of);
        return Stream.concat(Stream.of(List.<Change>of()), choices)
                .anyMatch(choice ->
                        examples.stream().anyMatch(example -> matters(field, changed(example, field, choice))));
    }

    private static ObjectNode changed(ObjectNode example, SpecFields.Field field, List<Change> choice) {
        var changed = example.deepCopy();
        var spec = changed.withObject("/spec");
        field.enabling().forEach(change -> change.in(spec));
        choice.forEach(change -> change.in(spec));
        return changed;
    }

    private boolean matters(SpecFields.Field field, ObjectNode example) {
        var first = new ArrayList<String>();
        return Stream.concat(
                        field.values().stream().map(value -> with(example, new Change(field.path(), value))),
                        Stream.of(example).map(there -> without(there, field)))
                .map(this::planned)
                .anyMatch(plan -> {
                    first.add(plan);
                    return !plan.equals(first.getFirst());
                });
    }

    private static ObjectNode with(ObjectNode example, Change change) {
        var changed = example.deepCopy();
        change.in(changed.withObject("/spec"));
        return changed;
    }

    /** With all that the field lies in, and without the field. */
    private static ObjectNode without(ObjectNode example, SpecFields.Field field) {
        var changed = with(example, new Change(field.path(), Json.MAPPER.nullNode()));
        JsonNode node = changed.get("spec");
        for (var step : field.path().subList(0, field.path().size() - 1)) {
            node = node instanceof ArrayNode list && step.equals(Change.ELEMENT) ? list.get(0) : node.path(step);
        }
        ((ObjectNode) node).remove(field.path().getLast());
        return changed;
    }

    /** The text of the plan, or why there is none; with the plans of those who read the resource where it lies. */
    String planned(ObjectNode written) {
        plans++;
        var resource = read(written);
        if (readers.isEmpty()) {
            return planned(resource);
        }
        var cluster = plane.simulation.cluster();
        cluster.put(resource);
        var texts = Stream.concat(
                        Stream.of(planned(resource)),
                        readers.stream().map(reader -> reader.planned(reader.examples.getFirst())))
                .collect(Collectors.joining("\n"));
        cluster.take(Ref.of(resource));
        return texts;
    }

    private R read(ObjectNode written) {
        var complete = written.deepCopy();
        schema.completed(complete.withObject("/spec"));
        complete.withObject("/metadata")
                .put("namespace", Simulation.NAMESPACE)
                .put("uid", "00000000-0000-0000-0000-000000000001")
                .put("generation", 1);
        return Json.KUBERNETES.convertValue(complete, blueprint.kind());
    }

    private String planned(R resource) {
        var simulation = plane.simulation;
        var facts = new Work(resource, blueprint.operator(), simulation.cluster(), plane.ports, simulation.clock());
        try {
            return PlanYaml.of(blueprint.plan(resource, facts));
        } catch (Refused e) {
            return e.outcome().toString();
        } catch (IllegalArgumentException e) {
            return "The spec cannot be used: " + e.getMessage();
        }
    }
}
