package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBRestore;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Objects;

/** Whether servers begin with a backup. Those that have data go on with it, whatever a person writes: only volumes that are gone are replaced. */
record Restoring(MariaDB mariadb, Membership membership, Facts facts, String operator) {

    Step step() {
        var wanted = mariadb.getSpec().restoreFrom();
        if (wanted == null) {
            return new VerdictStep(Outcome.skipped("The resource asks for no backup to begin with."));
        }
        if (!isDone(wanted) && hasServers()) {
            return new VerdictStep(Outcome.mistake(
                    "DataPresent",
                    "restoreFrom is not done: StatefulSet/" + name()
                            + " has servers with data, and only new ones begin with a backup. Take restoreFrom out, or"
                            + " ask a new MariaDB for it. To give up the data of this one, delete the resource, its"
                            + " PersistentVolumeClaims (" + String.join(", ", membership.claims())
                            + "), and make it again."));
        }
        return isDone(wanted) && hasServers()
                ? new VerdictStep(Outcome.done(
                        "Restored",
                        "The first server began with a backup of PersistentVolumeClaim/"
                                + wanted.persistentVolumeClaim() + "."))
                : restore(wanted);
    }

    /** Whether servers wait for it. Those that run are looked after, even if they are asked for what they cannot do. */
    boolean precedes() {
        return mariadb.getSpec().restoreFrom() != null && !hasServers();
    }

    private RestoreStep restore(MariaDBRestore wanted) {
        var claim = membership.claims().getFirst();
        var pods = new RestorePods(mariadb, wanted, claim);
        return new RestoreStep(
                name(),
                note(),
                wish(wanted),
                wanted.persistentVolumeClaim(),
                ClaimTemplate.of(
                        claim,
                        operator,
                        mariadb.getSpec().storageClass(),
                        mariadb.getSpec().storageSize()),
                pods.files().configMap(),
                pods.job());
    }

    private String name() {
        return mariadb.getMetadata().getName();
    }

    private String note() {
        return name() + "-restored";
    }

    private static String wish(MariaDBRestore wanted) {
        return wanted.persistentVolumeClaim() + "/" + Objects.requireNonNullElse(wanted.backup(), "last");
    }

    private boolean isDone(MariaDBRestore wanted) {
        return Founding.noted(facts, mariadb, note())
                .filter(wish(wanted)::equals)
                .isPresent();
    }

    /** Pods, or volumes of servers that have had data. */
    private boolean hasServers() {
        return facts.find(StatefulSet.class, name()).isPresent()
                || (Founding.begun(facts, mariadb, name()).isPresent()
                        && membership.claims().stream()
                                .anyMatch(claim -> facts.find(PersistentVolumeClaim.class, claim)
                                        .isPresent()));
    }
}
