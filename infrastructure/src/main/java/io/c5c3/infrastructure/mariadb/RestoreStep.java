package io.c5c3.infrastructure.mariadb;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Fills the volume of the first server from a backup, before there are servers. That it was done is written down where the founding is, so
 * that it is done once, whatever becomes of the Job.
 *
 * @param set the servers, by whose name they are written down once they run
 * @param note under which it is written down
 * @param wish what is written down, which tells one wish from another
 * @param source the claim of the volume with the backups, which may be anybody's; its pod tells if it is not there
 * @param claim the volume to fill
 */
record RestoreStep(
        String set, String note, String wish, String source, PersistentVolumeClaim claim, ConfigMap files, Job job)
        implements Step {

    @Override
    public List<HasMetadata> objects() {
        return List.of(files, job);
    }

    @Override
    public Outcome run(Work work) {
        var ref = Ref.of(Job.class, work.namespace(), job.getMetadata().getName());
        if (Founding.noted(work, work.owner(), note).filter(wish::equals).isPresent()) {
            return restored();
        }
        // Who asks for a backup in place of volumes that are gone gives up what was on them.
        Founding.forget(work, set);
        if (work.find(PersistentVolumeClaim.class, claim.getMetadata().getName())
                .isEmpty()) {
            work.createRetained(claim.edit().build());
        }
        work.apply(files.edit().build());
        var there = work.find(Job.class, ref.name())
                .orElseGet(() -> work.createOwned(job.edit().build()));
        if (is(there, "Failed")) {
            return failed(work, ref);
        }
        if (!is(there, "Complete")) {
            return PodTrouble.holdsUp(work, ref)
                    .orElseGet(() -> Outcome.waiting(
                                    "Restoring", ref + " fills the volume of the first server from a backup.")
                            .on(ref));
        }
        Founding.note(work, note, wish);
        return restored();
    }

    private Outcome restored() {
        return Outcome.done(
                "Restored", "The first server began with a backup of PersistentVolumeClaim/" + source + ".");
    }

    private static Outcome failed(Work work, Ref ref) {
        var words = PodTrouble.podsOf(work, ref.name()).stream()
                .flatMap(BackupResult::of)
                .map(BackupResult::words)
                .reduce((one, other) -> other)
                .orElse("It left no words.");
        return Outcome.failed(
                        "RestoreFailed",
                        "The volume of the first server cannot be filled from the backup: " + words
                                + " No server was set up. Name another backup in restoreFrom, or delete " + ref
                                + " to have it tried again.")
                .on(ref);
    }

    private static boolean is(Job job, String type) {
        return Optional.ofNullable(job.getStatus()).map(status -> status.getConditions()).stream()
                .flatMap(List::stream)
                .anyMatch(
                        condition -> Objects.equals(type, condition.getType()) && "True".equals(condition.getStatus()));
    }
}
