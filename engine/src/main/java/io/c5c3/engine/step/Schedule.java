package io.c5c3.engine.step;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** When something recurs, as people write it for cron, in UTC. */
public final class Schedule {

    private static final CronParser PARSER = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

    private static final Map<String, String> NICKNAMES = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@hourly", "0 * * * *");

    /** A time from which every schedule that ever comes has come within eight years, leap days included. */
    private static final Instant REFERENCE = Instant.parse("2026-01-01T00:00:00Z");

    private final ExecutionTime times;

    private Schedule(Cron cron) {
        this.times = ExecutionTime.forCron(cron);
    }

    /** @throws IllegalArgumentException with the reason, if the text is no schedule */
    public static Schedule parse(String text) {
        var schedule = new Schedule(
                PARSER.parse(NICKNAMES.getOrDefault(text.strip(), text)).validate());
        if (schedule.times.nextExecution(REFERENCE.atZone(ZoneOffset.UTC)).isEmpty()) {
            throw new IllegalArgumentException("It names a day that never comes");
        }
        return schedule;
    }

    /** Why the text is no schedule, if it is none. */
    public static Optional<String> problem(String text) {
        try {
            parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage() == null ? "It cannot be read" : e.getMessage());
        }
    }

    /** The first time after this one. */
    public Instant after(Instant time) {
        return times.nextExecution(time.atZone(ZoneOffset.UTC))
                .map(next -> next.toInstant())
                .orElse(Instant.MAX);
    }
}
