package io.c5c3.infrastructure.mariadb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Json;
import io.c5c3.engine.kube.LastWords;
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
 * How the making of one backup ended.
 *
 * @param backup its name; none if it is not good
 * @param bytes how large it is
 * @param words what else is to be said of it, or why it is none
 */
record BackupResult(Instant started, Optional<String> backup, long bytes, String words) {

    private static final int LONGEST_WORDS = 600;

    /** What a pod left behind, once it has ended. */
    static Stream<BackupResult> of(Pod pod) {
        return Stream.ofNullable(pod.getStatus())
                .flatMap(status -> Stream.ofNullable(status.getContainerStatuses()))
                .flatMap(List::stream)
                .flatMap(container -> Stream.ofNullable(container.getState()))
                .flatMap(state -> Stream.ofNullable(state.getTerminated()))
                .flatMap(end -> of(end).stream());
    }

    private static Optional<BackupResult> of(ContainerStateTerminated end) {
        var message = Objects.requireNonNullElse(end.getMessage(), "");
        var told = tree(message);
        return instant(told.path("started").asText(end.getStartedAt())).map(started -> {
            var backup = Optional.of(told.path("backup").asText("")).filter(name -> !name.isEmpty());
            return new BackupResult(
                    started,
                    backup.filter(name -> Objects.equals(end.getExitCode(), 0)),
                    told.path("bytes").asLong(),
                    backup.isPresent() ? figures(told) : failure(told, message, end));
        });
    }

    private static String figures(JsonNode told) {
        return told.path("databases").asInt() + " databases with "
                + told.path("tables").asInt() + " tables; backups kept: "
                + told.path("kept").asInt();
    }

    private static String failure(JsonNode told, String message, ContainerStateTerminated end) {
        var words = told.path("failed").asText(LastWords.of(message));
        var all = words.isEmpty() ? "it ended with " + end.getReason() + " (" + end.getExitCode() + ")" : words;
        return all.length() > LONGEST_WORDS ? all.substring(0, LONGEST_WORDS) + "..." : all;
    }

    private static JsonNode tree(String text) {
        try {
            return Json.MAPPER.readTree(text.startsWith("{") ? text : "{}");
        } catch (JsonProcessingException e) {
            return Json.MAPPER.createObjectNode();
        }
    }

    static Optional<Instant> instant(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
