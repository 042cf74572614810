package io.c5c3.engine.step;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A ring of fernet keys in a Secret that pods mount: made once, kept twice, and rotated on a schedule, without restarting anybody who can
 * read keys while it runs.
 *
 * <p>Every write leaves a state from which the next look goes on: the copy {@code <secret>-backup} is made before the ring it backs; a
 * rotation is drawn up in {@code <secret>-rotation}, checked, put in place only if the ring is still the one it was drawn up from, copied
 * to the backup, and then deleted. A backup that is one rotation behind still has every key that encrypts.
 *
 * <p>A rotation makes the staged key the one that encrypts, so it waits until every pod has said that it has the ring in which that key was
 * staged. The outcome says who is waited for, and is a success all the same: the keys are good, and what stands on them, the Deployment
 * first of all, may be what mends the pod.
 *
 * @param type fernet, credential or encryption: names the reasons, the metric, the annotation that asks for a rotation and those that say what is there
 * @param file how the keys are told to a service that reads no folder of them
 * @param mostActive how many keys are kept
 * @param suspended whether the schedule rests; a person's request is still met
 * @param readers the pods that mount the Secret
 * @param migration a Job that must have completed for the last rotation before the next
 * @param deleted whether deleting the resource deletes the keys, and with them what they encrypted
 */
public record KeyRingStep(
        String type,
        String secret,
        Optional<KeyFile> file,
        int mostActive,
        String schedule,
        boolean suspended,
        KeyReaders readers,
        Optional<String> migration,
        boolean deleted)
        implements Step {

    /** Clocks of two operators may differ by this much without one of them being called wrong. */
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(90);

    private static final int FEWEST_ACTIVE = 3;

    @Override
    public Outcome run(Work work) {
        var problem = Schedule.problem(schedule);
        if (problem.isPresent()) {
            return Outcome.mistake(
                    "InvalidSchedule",
                    "The rotation schedule of the " + type + " keys (" + schedule + ") is no schedule: " + problem.get()
                            + ".");
        }
        var ring = work.find(Secret.class, secret);
        if (ring.isEmpty()) {
            return made(work);
        }
        var damage = KeyRing.problem(ring.get().getData());
        return damage.isPresent() ? mended(work, ring.get(), damage.get()) : kept(work, ring.get());
    }

    /** The ring is not there: from the backup if there is one, else both are new. */
    private Outcome made(Work work) {
        var restored = work.find(Secret.class, backupName()).isPresent();
        var begun = Founding.begun(work, work.owner(), secret);
        if (!restored && begun.isPresent()) {
            var lost = Founding.lost(
                    work,
                    secret,
                    begun.get(),
                    "The " + type + " keys, made at " + begun.get().at() + ", are gone: neither Secret/" + secret
                            + " nor Secret/" + backupName() + " exists, and new keys cannot read what these encrypted.",
                    "write one of the two Secrets back from a backup");
            if (lost.isPresent()) {
                return lost.get();
            }
        }
        var backup = work.find(Secret.class, backupName())
                .orElseGet(() -> work.createRetained(
                        KeyRingSecret.fresh(backupName(), fresh(), file, work.now(), requested(work))));
        var damage = KeyRing.problem(backup.getData());
        if (damage.isPresent()) {
            return invalid(
                    work, backupName(), "Secret/" + secret + " is gone, and its backup is no help: " + damage.get());
        }
        var ring = work.createRetained(ring(backup).copy(secret));
        return restored
                ? Outcome.waiting(
                                "KeysRestored",
                                "Secret/" + secret + " was gone and is back from Secret/" + backupName() + ".")
                        .on(Ref.of(ring))
                : settled(work, ring(ring));
    }

    private Outcome mended(Work work, Secret ring, String damage) {
        var backup = work.find(Secret.class, backupName())
                .filter(copy -> KeyRing.problem(copy.getData()).isEmpty());
        if (backup.isEmpty()) {
            return invalid(work, secret, damage);
        }
        work.replace(ring(backup.get()).copyInto(ring));
        return Outcome.waiting(
                        "KeysInvalid",
                        "Secret/" + secret + " was damaged (" + damage + ") and is restored from Secret/" + backupName()
                                + ".")
                .on(Ref.of(ring));
    }

    private static Outcome invalid(Work work, String name, String damage) {
        return Outcome.waiting(
                        "KeysInvalid",
                        "Secret/" + name + ": " + damage
                                + ". Write its keys back; if they are lost, delete it, and the condition then says how"
                                + " to have new ones (what the old ones encrypted cannot be read any more).")
                .on(Ref.of(Secret.class, work.namespace(), name));
    }

    /** The ring is there and whole. */
    private Outcome kept(Work work, Secret given) {
        if (migration.isPresent() && replaced(work, ring(given))) {
            return Outcome.mistake(
                            "KeysMissing",
                            "Secret/" + secret + " lacks a key that Secret/" + backupName()
                                    + " has, and what it encrypted cannot be read without. Write it back; if it is no"
                                    + " longer needed, delete Secret/" + backupName() + ".")
                    .on(Ref.of(given));
        }
        var ring = inThePast(work, marked(work, ring(given)));
        backUp(work, ring);
        var staging = work.find(Secret.class, stagingName());
        if (staging.isPresent()
                && !KeyRingSecret.incomplete(staging.get())
                && (ring.sameKeysAs(staging.get()) || ring.outgrew(staging.get()))) {
            work.useUp(staging.get());
            staging = Optional.empty();
        }
        var due = staging.map(candidate -> !KeyRingSecret.incomplete(candidate))
                .orElseGet(() -> !work.now().isBefore(due(work, ring)));
        if (!due || !migrated(work, ring)) {
            return settled(work, ring);
        }
        // Asked anew, whoever has said so before: a pod may have come since.
        var behind = readers.behind(work, ring);
        if (behind.isPresent()) {
            return settled(work, ring, behind);
        }
        var candidate = staging.orElseGet(() -> work.createOwned(ring.candidate(stagingName(), mostActive)));
        return promoted(work, ring, candidate);
    }

    /** Keys of what is stored are not given up because somebody wrote others. */
    private boolean replaced(Work work, KeyRingSecret ring) {
        return work.find(Secret.class, backupName())
                .filter(copy -> KeyRing.problem(copy.getData()).isEmpty())
                .filter(copy -> ring.lacks(ring(copy)))
                .isPresent();
    }

    private KeyRingSecret ring(Secret there) {
        return new KeyRingSecret(there, file);
    }

    private KeyRingSecret marked(Work work, KeyRingSecret ring) {
        return ring.isMarked() ? ring : ring(work.replace(ring.withMark()));
    }

    /** A rotation that lies in the future never happened then: the clock was ahead, and no schedule may wait for it. */
    private KeyRingSecret inThePast(Work work, KeyRingSecret ring) {
        return ring.rotatedAt().isAfter(work.now().plus(CLOCK_SKEW))
                ? ring(work.replace(ring.rotatedBy(work.now())))
                : ring;
    }

    private Outcome promoted(Work work, KeyRingSecret ring, Secret candidate) {
        var problem = KeyRing.problem(candidate.getData())
                .or(() -> KeyRing.of(candidate.getData()).problemAfter(ring.keys(), mostActive));
        if (problem.isPresent()) {
            work.useUp(candidate);
            return Outcome.waiting(
                            "StagingInvalid",
                            "Secret/" + stagingName() + " was not taken over and is deleted: " + problem.get()
                                    + ". The keys in use are as they were.")
                    .on(Ref.of(ring.secret()));
        }
        var rotated = ring(work.replace(ring.followedBy(candidate, work.now(), requested(work))));
        backUp(work, rotated);
        work.useUp(candidate);
        return settled(work, rotated);
    }

    private void backUp(Work work, KeyRingSecret ring) {
        var backup = work.find(Secret.class, backupName());
        if (backup.isEmpty()) {
            work.createRetained(ring.copy(backupName()));
        } else if (!ring.sameAs(backup.get())) {
            work.replace(ring.copyInto(backup.get()));
        }
    }

    /** Whether everything that the last rotation put out of use has been encrypted anew. */
    private boolean migrated(Work work, KeyRingSecret ring) {
        return migration.isEmpty()
                || ring.rotations() == 0
                || MigrationMark.done(work, migration.get(), ring.rotations());
    }

    private Instant due(Work work, KeyRingSecret ring) {
        if (requested(work).filter(token -> !token.equals(ring.rotatedFor())).isPresent()) {
            // Not now: the clock goes on between two looks at it, and this would for ever lie just ahead.
            return Instant.MIN;
        }
        return suspended ? Instant.MAX : Schedule.parse(schedule).after(ring.rotatedAt());
    }

    private Optional<String> requested(Work work) {
        var annotations = work.owner().getMetadata().getAnnotations();
        return Optional.ofNullable(annotations == null ? null : annotations.get(requestAnnotation(type)));
    }

    /** A person sets this on the resource, to any new value, to have the keys rotated now. */
    public static String requestAnnotation(String type) {
        return "c5c3.io/rotate-" + type + "-keys";
    }

    private Outcome settled(Work work, KeyRingSecret ring) {
        return settled(work, ring, Optional.empty());
    }

    private Outcome settled(Work work, KeyRingSecret ring, Optional<KeyReaders.Lag> holding) {
        Founding.begin(work, secret, Map.of(secret, ring.secret().getMetadata().getUid()));
        var late = readers.nudge(work, ring);
        var behind = holding.or(() -> readers.stillBehind(work, ring));
        work.measure("key_rotation_age_seconds{key_type=" + type + "}", (double)
                Duration.between(ring.rotatedAt(), work.now()).toSeconds());
        var next = due(work, ring);
        if (next.isBefore(Instant.MAX)) {
            work.measure(
                    "c5c3_key_rotation_due_timestamp_seconds{key_type=" + type + "}", (double) next.getEpochSecond());
        }
        var due = !work.now().isBefore(next);
        var reason = due && behind.isPresent() ? "RotationHeld" : ring.rotations() == 0 ? "Available" : "Rotated";
        var done = Outcome.done(
                prefix() + reason,
                ring.describe() + "; " + behind.map(lag -> lag.words() + "; ").orElse("")
                        + (due ? held(behind) : planned(next)) + ".");
        var again = Stream.of(
                        late,
                        behind.map(lag -> work.now().plus(lag.again())),
                        Optional.of(next).filter(work.now()::isBefore).filter(time -> time.isBefore(Instant.MAX)))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
        return again.map(time -> done.again(Duration.between(work.now(), time))).orElse(done);
    }

    private static String planned(Instant next) {
        return next.equals(Instant.MAX) ? "the schedule is suspended" : "the next rotation is due at " + next;
    }

    private String held(Optional<KeyReaders.Lag> behind) {
        return behind.map(lag -> "the next rotation waits for that")
                .or(() -> migration.map(job -> "the next rotation waits for Job/" + job))
                .orElse("the next rotation waits for Secret/" + stagingName());
    }

    /** Begins the reasons: FernetKeys gives FernetKeysAvailable and FernetKeysRotated. */
    private String prefix() {
        return type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1) + "Keys";
    }

    private KeyRing fresh() {
        return KeyRing.fresh(Math.max(mostActive, FEWEST_ACTIVE));
    }

    private String backupName() {
        return secret + "-backup";
    }

    private String stagingName() {
        return secret + "-rotation";
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return Stream.of(secret, backupName(), stagingName())
                .map(name -> Ref.of(Secret.class, namespace, name))
                .toList();
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            List.of(stagingName(), secret, backupName()).forEach(name -> work.deleteOwn(Secret.class, name));
            Founding.forget(work, secret);
        }
        return Outcome.skipped(deleted ? "The keys are deleted." : "The keys are kept.");
    }
}
