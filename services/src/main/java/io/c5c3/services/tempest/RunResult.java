package io.c5c3.services.tempest;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.kube.Ending;
import io.c5c3.engine.kube.LastWords;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How one run ended.
 *
 * @param results none, if it broke off
 * @param failures the names of tests that failed, as many as fit
 * @param skips the names of tests that were skipped, each with the reason, as many as fit
 * @param leftOut how many tests were asked for and not run, and why
 * @param report the folder of the report
 * @param stopped why it ended before all of its tests were run
 * @param words what is known of a run that broke off
 */
record RunResult(
        Instant started,
        String duration,
        Optional<Tempest.Results> results,
        List<String> failures,
        List<String> skips,
        Optional<String> leftOut,
        Optional<String> report,
        Optional<String> stopped,
        String words) {

    private static final int LONGEST_WORDS = 300;

    /** What the pod of a run left behind, once it has ended. */
    static Stream<RunResult> of(Pod pod) {
        return Ending.of(pod).flatMap(end -> of(end).stream());
    }

    private static Optional<RunResult> of(Ending end) {
        var told = end.told();
        var started = end.started();
        if (started.isEmpty()) {
            return Optional.empty();
        }
        if (!told.path("total").isInt()) {
            return Optional.of(new RunResult(
                    started.get(),
                    duration(end.finished()
                            .map(finished -> Duration.between(started.get(), finished))
                            .orElse(Duration.ZERO)),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    lastWords(end.message())));
        }
        return Optional.of(new RunResult(
                started.get(),
                duration(Duration.ofSeconds(told.path("seconds").asLong())),
                Optional.of(new Tempest.Results(
                        told.path("passed").asInt(),
                        told.path("failed").asInt(),
                        told.path("skipped").asInt(),
                        told.path("total").asInt())),
                texts(told.path("failures")),
                texts(told.path("skips")),
                text(told.path("leftOut")),
                text(told.path("report")),
                text(told.path("stopped")),
                ""));
    }

    /** What the status still knows of a run whose pod is gone. */
    static Optional<RunResult> of(Tempest.@Nullable Status status) {
        return Optional.ofNullable(status)
                .flatMap(known -> Ending.instant(known.lastRun())
                        .map(started -> new RunResult(
                                started,
                                Objects.requireNonNullElse(known.lastDuration(), ""),
                                Optional.ofNullable(known.results()),
                                Objects.requireNonNullElse(known.failures(), List.of()),
                                Objects.requireNonNullElse(known.skips(), List.of()),
                                Optional.ofNullable(known.leftOut()),
                                Optional.ofNullable(known.report()),
                                Optional.ofNullable(known.stopped()),
                                "")));
    }

    private static Optional<String> text(JsonNode one) {
        return Optional.of(one.asText("")).filter(text -> !text.isEmpty());
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static String lastWords(String text) {
        var line = LastWords.of(text);
        return line.length() > LONGEST_WORDS ? line.substring(0, LONGEST_WORDS) + "..." : line;
    }

    /** As Go writes it: 45m12s. */
    static String duration(Duration time) {
        var text = new StringBuilder();
        if (time.toHours() > 0) {
            text.append(time.toHours()).append('h');
        }
        if (time.toMinutes() > 0) {
            text.append(time.toMinutesPart()).append('m');
        }
        return text.append(time.toSecondsPart()).append('s').toString();
    }
}
