package io.c5c3.infrastructure.mariadb;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.kube.Ending;
import io.c5c3.engine.kube.LastWords;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

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
        return Ending.of(pod).flatMap(end -> of(end).stream());
    }

    private static Optional<BackupResult> of(Ending end) {
        var told = end.told();
        return end.started().map(started -> {
            var backup = Optional.of(told.path("backup").asText("")).filter(name -> !name.isEmpty());
            return new BackupResult(
                    started,
                    backup.filter(name -> Objects.equals(end.state().getExitCode(), 0)),
                    told.path("bytes").asLong(),
                    backup.isPresent() ? figures(told) : failure(told, end));
        });
    }

    private static String figures(JsonNode told) {
        return told.path("databases").asInt() + " databases with "
                + told.path("tables").asInt() + " tables; backups kept: "
                + told.path("kept").asInt();
    }

    private static String failure(JsonNode told, Ending end) {
        var words = told.path("failed").asText(LastWords.of(end.message()));
        var state = end.state();
        var all = words.isEmpty() ? "it ended with " + state.getReason() + " (" + state.getExitCode() + ")" : words;
        return all.length() > LONGEST_WORDS ? all.substring(0, LONGEST_WORDS) + "..." : all;
    }
}
