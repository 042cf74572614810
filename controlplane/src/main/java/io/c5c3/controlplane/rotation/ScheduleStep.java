package io.c5c3.controlplane.rotation;

import io.c5c3.api.controlplane.CredentialRotation;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.rotation.RotationJournal;
import io.c5c3.engine.rotation.RotationRequest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks for another login when it is time, in a ConfigMap that only one can own: whoever comes second is told who was first. How a rotation
 * stands is in the service's own journal, so nothing here is needed to end one.
 *
 * @param secret the Secret with the login
 */
record ScheduleStep(
        Optional<String> secret,
        Optional<CredentialRotation.Schedule> schedule,
        Duration grace,
        boolean paused,
        boolean now)
        implements Step {

    @Override
    public Outcome run(Work work) {
        var name = secret.orElseThrow();
        var journal = RotationJournal.of(work, name);
        var word = word(work);
        var generation = now ? generation(work) : "";
        var asked = isNew(word, journal.map(RotationJournal::word))
                || isNew(generation, journal.map(RotationJournal::generation));
        var next = schedule.map(
                when -> since(work, name, journal).plus(when.intervalDays() - when.preRotationDays(), ChronoUnit.DAYS));
        var due = !paused
                && (asked || next.filter(time -> !work.now().isBefore(time)).isPresent());
        var begins = due && journal.map(RotationJournal::rests).orElse(true);
        work.apply(new RotationRequest(
                        begins ? Optional.of(journal.map(RotationJournal::turns).orElse(0L)) : Optional.empty(),
                        asked ? grace : overlap(),
                        word,
                        generation)
                .configMap(name));
        var found = new TreeMap<String, @Nullable Object>();
        found.put("nextRotation", paused ? null : next.map(Instant::toString).orElse(null));
        if (now && !isNew(generation, journal.map(RotationJournal::generation))) {
            found.put("lastTriggeredGeneration", work.owner().getMetadata().getGeneration());
        }
        var said = said(due, asked, next);
        return next.filter(work.now()::isBefore)
                .filter(time -> !paused)
                .map(time -> said.again(Duration.between(work.now(), time)))
                .orElse(said)
                .found(found);
    }

    private Outcome.Done said(boolean due, boolean asked, Optional<Instant> next) {
        if (paused) {
            return Outcome.done("Paused", "spec.paused is set: no rotation begins.");
        }
        if (due) {
            return Outcome.done(
                    "RotationTriggered",
                    asked ? "A rotation was asked for." : "A rotation is due since " + next.orElseThrow() + ".");
        }
        return next.map(time -> Outcome.done("RotationScheduled", "The next rotation begins at " + time + "."))
                .orElseGet(() -> Outcome.done(
                        "NoRotationNeeded",
                        "There is no schedule, and nobody has asked for a rotation: write spec.schedule, or set the annotation "
                                + CredentialRotation.NOW + " to any new value."));
    }

    private Duration overlap() {
        return grace.plusDays(
                schedule.map(CredentialRotation.Schedule::preRotationDays).orElse(0));
    }

    private static boolean isNew(String asked, Optional<String> met) {
        return !asked.isEmpty() && !asked.equals(met.orElse(""));
    }

    private static String word(Work work) {
        var annotations = work.owner().getMetadata().getAnnotations();
        return annotations == null
                ? ""
                : annotations.getOrDefault(CredentialRotation.NOW, "").strip();
    }

    /** One that was deleted and made anew asks anew. */
    private static String generation(Work work) {
        var metadata = work.owner().getMetadata();
        return metadata.getUid() + "/" + metadata.getGeneration();
    }

    /** Since when the login is in use: a first one, since its Secret is there. */
    private static Instant since(Work work, String name, Optional<RotationJournal> journal) {
        return journal.flatMap(RotationJournal::switched)
                .orElseGet(() -> work.find(Secret.class, name)
                        .map(there -> there.getMetadata().getCreationTimestamp())
                        .map(Instant::parse)
                        .orElseGet(work::now)
                        .truncatedTo(ChronoUnit.SECONDS));
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return secret.map(name -> List.of(Ref.of(ConfigMap.class, namespace, RotationRequest.named(name))))
                .orElseGet(List::of);
    }
}
