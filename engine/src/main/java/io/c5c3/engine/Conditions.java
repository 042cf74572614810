package io.c5c3.engine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions, derived in one place: each from its step's outcome, Ready from all of them. */
public final class Conditions {

    public static final String READY = "Ready";

    /** There only while it is true: nothing but a change by a person helps. The name is the one that common tools look for. */
    public static final String STALLED = "Stalled";

    /** What a person wrote may be quoted, and may be of any length. */
    private static final int LONGEST_MESSAGE = 2048;

    private static final TypeReference<List<Condition>> LIST = new TypeReference<>() {};

    private Conditions() {}

    /** The conditions of any resource that keeps them in the usual place. */
    public static List<Condition> of(HasMetadata resource) {
        var status = status(resource).path("conditions");
        return status.isArray() ? Json.MAPPER.convertValue(status, LIST) : List.of();
    }

    public static Optional<Condition> of(HasMetadata resource, String type) {
        return of(resource).stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    /** The status of any resource as a tree. */
    public static JsonNode status(HasMetadata resource) {
        return Json.MAPPER.valueToTree(resource).path("status");
    }

    /** A resource is ready when it says so of the generation it has now. */
    public static boolean ready(HasMetadata resource) {
        return holds(resource, READY);
    }

    private static boolean holds(HasMetadata resource, String type) {
        var generation = resource.getMetadata().getGeneration();
        return of(resource, type)
                .filter(condition -> "True".equals(condition.getStatus()))
                .filter(condition -> generation == null
                        || condition.getObservedGeneration() == null
                        || condition.getObservedGeneration() >= generation)
                .isPresent();
    }

    /** Whether the resource says, of the generation it has now, that it waits for a person. */
    public static boolean stalled(HasMetadata resource) {
        return holds(resource, STALLED);
    }

    /** The new list: Ready first, then one per step; a transition time changes only with the status it belongs to. */
    static List<Condition> derive(List<Condition> before, Report report, long generation, Instant now) {
        var list = new ArrayList<Condition>();
        report.outcomes()
                .forEach((type, outcome) -> list.add(condition(
                        type,
                        outcome.succeeded() ? "True" : "False",
                        outcome.reason(),
                        outcome.message(),
                        generation)));
        report.blocked()
                .forEach((type, by) ->
                        list.add(condition(type, "Unknown", "Blocked", "Waits for " + by + ".", generation)));
        list.addFirst(ready(
                list.stream()
                        .filter(condition -> !report.asides().contains(condition.getType()))
                        .toList(),
                generation));
        stalled(report, generation).ifPresent(condition -> list.add(1, condition));
        var stamp = now.truncatedTo(ChronoUnit.SECONDS).toString();
        for (var condition : list) {
            condition.setLastTransitionTime(before.stream()
                    .filter(old -> old.getType().equals(condition.getType())
                            && old.getStatus().equals(condition.getStatus()))
                    .map(Condition::getLastTransitionTime)
                    .findFirst()
                    .orElse(stamp));
        }
        return list;
    }

    private static Optional<Condition> stalled(Report report, long generation) {
        return report.outcomes().entrySet().stream()
                .filter(step -> !report.asides().contains(step.getKey()))
                .filter(step -> step.getValue() instanceof Outcome.Failed failed && failed.terminal())
                .findFirst()
                .map(step -> condition(
                        STALLED,
                        "True",
                        step.getValue().reason(),
                        step.getKey() + ": " + step.getValue().message(),
                        generation));
    }

    private static Condition ready(List<Condition> parts, long generation) {
        var wrong =
                parts.stream().filter(part -> "False".equals(part.getStatus())).toList();
        if (wrong.isEmpty() && parts.stream().allMatch(part -> "True".equals(part.getStatus()))) {
            return condition(READY, "True", "AllReady", "Everything is ready.", generation);
        }
        var message = wrong.stream()
                .map(part -> part.getType() + " (" + part.getReason() + "): " + part.getMessage())
                .collect(Collectors.joining(" "));
        return condition(READY, "False", "NotAllReady", message, generation);
    }

    private static Condition condition(String type, String status, String reason, String message, long generation) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(
                        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "...")
                .withObservedGeneration(generation)
                .build();
    }
}
