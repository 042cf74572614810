package io.c5c3.controlplane.rotation;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.rotation.RotationJournal;
import io.c5c3.engine.rotation.RotationRequest;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the rotation stands, as the service's journal tells it: what is in use, what comes, what goes, and why it waits. */
record TurnStep(Optional<RotatedLogin> login) implements Step {

    /** What is a matter of time, rather than wrong. */
    private static final Set<String> PROGRESS =
            Set.of("RolloutInProgress", "GracePeriod", "StillInUse", "WaitingForSecret", "ServerNotReady");

    @Override
    public Outcome run(Work work) {
        var rotated = login.orElseThrow();
        var secret = rotated.secret().orElseThrow();
        var journal = RotationJournal.of(work, secret);
        var asked =
                RotationRequest.of(work, secret).flatMap(RotationRequest::after).isPresent();
        var outcome = journal.filter(there -> !there.rests())
                .map(there -> underway(work, rotated, there))
                .orElseGet(() -> asked
                        ? Outcome.waiting(
                                        "WaitingForService",
                                        rotated.keeper() + " has not begun the rotation." + why(work, rotated))
                                .on(rotated.service())
                        : valid(work, rotated, journal));
        return outcome.found(found(work, rotated, secret, journal));
    }

    private static Outcome valid(Work work, RotatedLogin login, Optional<RotationJournal> journal) {
        return Outcome.done(
                "CredentialValid",
                login.target() + " " + current(work, login, journal) + " of Secret/"
                        + login.secret().orElseThrow() + " is in use"
                        + journal.flatMap(RotationJournal::switched)
                                .map(time -> " since " + time)
                                .orElse("")
                        + ", and no other.");
    }

    private static Outcome underway(Work work, RotatedLogin login, RotationJournal journal) {
        if (journal.waits().isEmpty()) {
            var words = journal.next()
                    .map(next -> "The next one is being made and tried.")
                    .orElseGet(() -> "Pods are to get " + journal.current().user() + " by a rollout.");
            return Outcome.waiting("RotationInProgress", words + why(work, login))
                    .on(login.service());
        }
        var waits = journal.waits().get();
        return "GracePeriod".equals(waits.reason())
                ? Outcome.done(waits.reason(), waits.message())
                : Outcome.waiting(waits.reason(), waits.message())
                        .on(login.service())
                        .worrying(!PROGRESS.contains(waits.reason()));
    }

    /** Nothing goes on while the service itself cannot. */
    private static String why(Work work, RotatedLogin login) {
        return RotatedLogin.kind(login.service().kind())
                .<CustomResource<?, ?>>flatMap(
                        kind -> work.neighbour(kind, login.service().name()))
                .flatMap(service -> Conditions.of(service, Conditions.READY))
                .filter(ready -> !"True".equals(ready.getStatus()))
                .map(ready -> " " + login.service() + " is not ready: " + ready.getMessage())
                .orElse("");
    }

    private static String current(Work work, RotatedLogin login, Optional<RotationJournal> journal) {
        return journal.map(there -> there.current().user())
                .orElseGet(() ->
                        SecretText.lines(work, login.secret().orElseThrow()).getOrDefault(login.key(), ""));
    }

    private static Map<String, @Nullable Object> found(
            Work work, RotatedLogin login, String secret, Optional<RotationJournal> journal) {
        var found = new TreeMap<String, @Nullable Object>();
        found.put("currentCredential", credential(current(work, login, journal), secret));
        found.put(
                "previousCredential",
                journal.filter(there -> !there.retired().isEmpty())
                        .map(there -> credential(String.join(", ", there.retired()), RotationRequest.named(secret)))
                        .orElse(null));
        found.put(
                "nextCredential",
                journal.flatMap(RotationJournal::next)
                        .map(next -> credential(next.user(), RotationRequest.named(secret)))
                        .orElse(null));
        found.put("rotations", journal.map(RotationJournal::turns).orElse(0L));
        found.put(
                "lastRotation",
                journal.flatMap(RotationJournal::switched).map(Object::toString).orElse(null));
        found.put(
                "waitingFor",
                journal.filter(there -> !there.rests())
                        .flatMap(RotationJournal::waits)
                        .map(RotationJournal.Waits::message)
                        .orElse(null));
        return found;
    }

    private static Map<String, String> credential(String user, String secret) {
        return Map.of("id", user, "secretName", secret);
    }
}
