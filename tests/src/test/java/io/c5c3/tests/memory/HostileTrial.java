package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One kind among neighbours that are ready: it is made with a changed spec, looked at until nothing happens, and deleted. */
final class HostileTrial<R extends CustomResource<?, ?>> implements AutoCloseable {

    /**
     * How it went.
     *
     * @param fault what should never be
     * @param standing what the resource said of itself, without the words
     */
    record Result(Optional<String> fault, String standing) {}

    /** The name of a class is for whoever wrote the program; a person who wrote a spec cannot do anything with it. */
    private static final Pattern OF_THE_PROGRAM =
            Pattern.compile("\\b[A-Z]\\w*(Exception|Error)\\b|operator's log|\\bjava\\.|\\bio\\.c5c3\\.|unexpected");

    /** A sentence that is longer than this is not read by anybody. */
    private static final int LONGEST_MESSAGE = 4096;

    /** After this long a deletion gives up on what the operator itself got wrong; none of that is to be needed here. */
    private static final Duration PATIENCE = Duration.ofMinutes(11);

    private final Plane plane;
    private final Class<R> kind;
    private final Schema schema;
    private final ObjectNode sample;
    private final Owner owner;
    private final Set<String> neighbours;

    /** @param plane where the kind has everything that it needs, and may be there itself */
    HostileTrial(Plane plane, Class<R> kind) {
        this.plane = plane;
        this.kind = kind;
        this.schema = Schema.of(kind);
        var file = Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
        this.sample = Json.MAPPER.valueToTree(Examples.in(file).getFirst());
        sample.withObject("/metadata").put("namespace", Simulation.NAMESPACE);
        if (schema.properties().containsKey("deletionPolicy")) {
            sample.withObject("/spec").put("deletionPolicy", "Delete");
        }
        this.owner = Owner.of(read(sample));
        plane.simulation.cluster().put(read(sample));
        plane.simulation.settle(owner);
        plane.simulation.cluster().take(ref());
        plane.simulation.settle(owner);
        this.neighbours = Set.copyOf(plane.simulation.cluster().snapshot().keySet());
    }

    /** Leaves the kind as a neighbour for others. */
    @Override
    public void close() {
        plane.simulation.cluster().put(read(sample));
        plane.simulation.settle(owner);
    }

    private R read(JsonNode resource) {
        return Json.KUBERNETES.convertValue(resource, kind);
    }

    private Ref ref() {
        return Ref.of(kind, owner.namespace(), owner.name());
    }

    private Optional<R> find() {
        return plane.simulation.find(kind, owner.name());
    }

    Result of(List<Change> changes) {
        var changed = sample.deepCopy();
        changes.forEach(change -> change.in(changed.withObject("/spec")));
        schema.completed(changed.get("spec"));
        var standing = "";
        try {
            plane.simulation.cluster().put(read(changed));
            plane.simulation.settle(owner);
            var there = find().orElseThrow();
            standing = standing(there);
            var kept = "Retain".equals(changed.at("/spec/deletionPolicy").asText());
            return new Result(
                    unexplained(there).or(this::undeleted).or(() -> kept ? Optional.empty() : leftOver()), standing);
        } catch (RuntimeException | StackOverflowError e) {
            return new Result(Optional.of(said(e)), standing);
        } finally {
            restore();
        }
    }

    private static String said(Throwable e) {
        var trace = List.of(e.getStackTrace());
        return e + " at " + trace.subList(0, Math.min(4, trace.size()));
    }

    private static String standing(HasMetadata resource) {
        return Conditions.of(resource).stream()
                .map(condition -> condition.getType() + " " + condition.getStatus() + " " + condition.getReason())
                .collect(Collectors.joining(", "));
    }

    private Optional<String> unexplained(R there) {
        var ready = Conditions.of(there, Conditions.READY);
        if (ready.isEmpty()
                || !there.getMetadata().getGeneration().equals(ready.get().getObservedGeneration())) {
            return Optional.of("does not say how it stands");
        }
        return Conditions.of(there).stream()
                .flatMap(condition -> unclear(condition).stream())
                .findFirst();
    }

    private static Optional<String> unclear(Condition condition) {
        var message = condition.getMessage();
        return condition.getReason().isBlank()
                        || message.isBlank()
                        || message.length() > LONGEST_MESSAGE
                        || OF_THE_PROGRAM.matcher(message).find()
                ? Optional.of(condition.getType() + " says: " + condition.getReason() + " (" + message.length() + ") "
                        + message.substring(0, Math.min(300, message.length())))
                : Optional.empty();
    }

    private Optional<String> undeleted() {
        plane.simulation.cluster().take(ref());
        plane.simulation.settle(owner);
        if (find().isPresent()) {
            var said = Conditions.of(find().get(), Conditions.READY).map(Condition::getMessage);
            plane.simulation.clock().advance(PATIENCE);
            plane.simulation.settle(owner);
            return Optional.of((find().isPresent() ? "is not deleted: " : "is deleted only after long: ") + said);
        }
        return Optional.empty();
    }

    private Optional<String> leftOver() {
        // The garbage collector of the simulation knows nothing of who made a pod.
        var left = left().stream().filter(ref -> !"Pod".equals(ref.kind())).toList();
        return left.isEmpty() ? Optional.empty() : Optional.of("leaves " + left);
    }

    private List<Ref> left() {
        var there = new TreeMap<>(plane.simulation.cluster().snapshot());
        there.keySet().removeAll(neighbours);
        return there.values().stream()
                .map(node -> new Ref(
                        node.path("apiVersion").asText(),
                        node.path("kind").asText(),
                        node.at("/metadata/namespace").asText(),
                        node.at("/metadata/name").asText()))
                .toList();
    }

    /** Takes away what is left, by the hand of a person. */
    private void restore() {
        find().ifPresent(there -> plane.simulation
                .cluster()
                .edit(
                        kind,
                        owner.namespace(),
                        owner.name(),
                        found -> found.getMetadata().setFinalizers(List.of())));
        plane.simulation.cluster().take(ref());
        left().forEach(plane.simulation.cluster()::take);
    }
}
