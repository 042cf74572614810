package io.c5c3.engine.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a container ended that has one thing to do, and what it says of it: its last message is an object of JSON, if it came that far.
 *
 * @param message as the kubelet has it; the end of the log if the container wrote none
 */
public record Ending(ContainerStateTerminated state, String message) {

    /** Those of the pod that have ended. */
    public static Stream<Ending> of(Pod pod) {
        return Stream.ofNullable(pod.getStatus())
                .flatMap(status -> Stream.ofNullable(status.getContainerStatuses()))
                .flatMap(List::stream)
                .flatMap(container -> Stream.ofNullable(container.getState()))
                .flatMap(state -> Stream.ofNullable(state.getTerminated()))
                .map(state -> new Ending(state, Objects.requireNonNullElse(state.getMessage(), "")));
    }

    /** What it said; an empty object if that is none. */
    public JsonNode told() {
        try {
            return Json.MAPPER.readTree(message.startsWith("{") ? message : "{}");
        } catch (JsonProcessingException e) {
            return Json.MAPPER.createObjectNode();
        }
    }

    /** When it began, in its own words or the kubelet's. */
    public Optional<Instant> started() {
        return instant(told().path("started").asText(state.getStartedAt()));
    }

    public Optional<Instant> finished() {
        return instant(state.getFinishedAt());
    }

    /** A moment that somebody else has written down; none if it cannot be read. */
    public static Optional<Instant> instant(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
