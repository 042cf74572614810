package io.c5c3.services;

import io.c5c3.api.common.Purge;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.Schedule;
import io.c5c3.engine.step.VerdictStep;
import java.util.List;

/**
 * A task that comes again and again, as a CronJob.
 *
 * @param field of the resource that says when
 * @param suspended whether it stays away for now
 */
public record Recurring(String field, boolean enabled, String schedule, boolean suspended) {

    public static Recurring of(Purge wish) {
        return new Recurring("purge", wish.enabled(), wish.schedule(), wish.suspend());
    }

    /** @param does what the CronJob does, after its name */
    public Step step(Task task, String reason, String does) {
        if (!enabled) {
            return new VerdictStep(Outcome.skipped("The resource asks for no " + field + "."));
        }
        return Schedule.problem(schedule)
                .<Step>map(problem -> new VerdictStep(Outcome.mistake(
                        "InvalidSchedule", field + ".schedule (" + schedule + ") is no schedule: " + problem + ".")))
                .orElseGet(() -> new ObjectsStep(
                        List.of(task.cronJob(schedule, suspended)),
                        reason,
                        "CronJob/" + task.name() + " " + does + " (" + schedule + ")."));
    }
}
