package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBBackup;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.Schedule;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import java.util.List;

/** What a plan says of backups. */
record BackupSteps(MariaDB mariadb, Membership membership, Facts facts) {

    void into(Plan.Builder plan) {
        var wanted = mariadb.getSpec().backup();
        if (wanted == null) {
            plan.step("BackupScheduled", notAsked());
            plan.aside("BackupReady", notAsked());
            return;
        }
        var pods = new BackupPods(mariadb, wanted, membership);
        plan.step("BackupScheduled", new SequenceStep(new BackupSource(mariadb).step(), schedule(pods, wanted)))
                // Many a storage class provides a volume only with the first pod. What was saved outlives what it was
                // saved from.
                .aside("BackupStorageReady", ClaimStep.of(pods.volume(), false))
                // That there is no good backup says nothing about how the servers are.
                .aside("BackupReady", new BackupResultStep(pods.selector(), wanted.schedule(), wanted.suspend()));
    }

    private static Step notAsked() {
        return new VerdictStep(Outcome.skipped("The resource asks for no backup."));
    }

    private Step schedule(BackupPods pods, MariaDBBackup wanted) {
        return Schedule.problem(wanted.schedule())
                .<Step>map(problem -> new VerdictStep(Outcome.mistake(
                        "InvalidSchedule",
                        "backup.schedule (" + wanted.schedule() + ") is no schedule: " + problem + ".")))
                .orElseGet(() -> new ObjectsStep(
                        List.of(pods.files().configMap(), pods.cronJob(facts)),
                        wanted.suspend() ? "BackupSuspended" : "BackupScheduled",
                        "CronJob/" + pods.name() + " makes backups (" + wanted.schedule() + ")"
                                + (wanted.suspend() ? ", but is suspended." : ".")));
    }
}
