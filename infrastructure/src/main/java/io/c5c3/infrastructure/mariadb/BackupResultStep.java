package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.Ending;
import io.c5c3.engine.kube.PodTrouble;
import io.c5c3.engine.step.Schedule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tells of the last good backup, and says so when there should be a newer one. Pods tell how they ended; they go with the next ones, and the
 * status remembers.
 *
 * @param pods the labels of the pods that make backups
 */
record BackupResultStep(Map<String, String> pods, String schedule, boolean suspended) implements Step {

    BackupResultStep {
        pods = new TreeMap<>(pods);
    }

    @Override
    public Outcome run(Work work) {
        var there = work.labelled(Pod.class, pods);
        var results = there.stream()
                .flatMap(BackupResult::of)
                .sorted(Comparator.comparing(BackupResult::started))
                .toList();
        var known = known(work);
        var good = results.stream()
                .filter(result -> result.backup().isPresent())
                .reduce((one, other) -> other)
                .filter(result -> Ending.instant(known.lastGoodTime())
                        .filter(result.started()::isBefore)
                        .isEmpty());
        var time = good.map(BackupResult::started).or(() -> Ending.instant(known.lastGoodTime()));
        var failed = results.stream()
                .filter(result -> result.backup().isEmpty())
                .filter(result -> time.isEmpty() || result.started().isAfter(time.get()))
                .reduce((one, other) -> other);
        var failure = failed.map(result -> result.started() + ": " + result.words())
                .or(() -> good.isPresent() ? Optional.empty() : Optional.ofNullable(known.lastFailure()));
        var status = new MariaDB.Backups(
                good.flatMap(BackupResult::backup).orElse(known.lastGood()),
                time.map(Instant::toString).orElse(null),
                good.map(result -> size(result.bytes())).orElse(known.size()),
                failure.orElse(null));
        return told(work, there, status, time, good).found("backup", status);
    }

    private static MariaDB.Backups known(Work work) {
        return Optional.of(work.owner())
                .filter(MariaDB.class::isInstance)
                .map(owner -> ((MariaDB) owner).getStatus())
                .map(MariaDB.Status::backup)
                .orElse(new MariaDB.Backups(null, null, null, null));
    }

    private Outcome told(
            Work work, List<Pod> pods, MariaDB.Backups status, Optional<Instant> time, Optional<BackupResult> good) {
        var last = time.isEmpty()
                ? " There is no good backup yet."
                : " The last good one is " + status.lastGood() + ", of " + status.size() + ".";
        if (status.lastFailure() != null) {
            return Outcome.waiting("BackupFailed", "The last backup failed: " + status.lastFailure() + last)
                    .worrying(true);
        }
        if (time.isEmpty()) {
            return PodTrouble.worst(pods)
                    .map(trouble -> Outcome.waiting(trouble.reason(), trouble.message() + last)
                            .worrying(trouble.worrying()))
                    .orElseGet(() -> Outcome.waiting("NoBackupYet", last.strip()));
        }
        var due = due(time.get());
        if (!suspended && due.isPresent() && !work.now().isBefore(due.get())) {
            return Outcome.waiting(
                            "BackupOverdue",
                            "No backup was made although the schedule (" + schedule + ") asked for one."
                                    + PodTrouble.worst(pods)
                                            .map(trouble -> " " + trouble.message())
                                            .orElse("")
                                    + last)
                    .worrying(true);
        }
        var done = Outcome.done(
                "BackupGood",
                last.strip() + good.map(result -> " " + result.words() + ".").orElse(""));
        return due.filter(when -> !suspended)
                .map(when -> done.again(Duration.between(work.now(), when)))
                .orElse(done);
    }

    /** By when there must be another: the one after it has its time until it would be the turn of the next. */
    private Optional<Instant> due(Instant last) {
        if (Schedule.problem(schedule).isPresent()) {
            return Optional.empty();
        }
        var times = Schedule.parse(schedule);
        var next = times.after(last);
        return Optional.of(next.equals(Instant.MAX) ? next : times.after(next))
                .filter(when -> !when.equals(Instant.MAX));
    }

    /** As people write sizes of volumes. */
    static String size(long bytes) {
        var kibi = 1024L;
        var mebi = kibi * kibi;
        var gibi = mebi * kibi;
        return bytes >= 10 * gibi
                ? bytes / gibi + "Gi"
                : bytes >= 10 * mebi ? bytes / mebi + "Mi" : Math.max(1, bytes / kibi) + "Ki";
    }
}
