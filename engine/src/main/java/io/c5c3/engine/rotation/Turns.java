package io.c5c3.engine.rotation;

import io.c5c3.engine.Refused;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Gives a login another in its place, for a server on which a user has one password: two names take turns. The next is written down, made on
 * the server and tried there; if it works, it becomes what pods are told; and the one before goes once no pod has it, the server has nobody
 * in with it, its own Secret shows the new one, and the time in which both are good is over. A login that does not work changes nothing.
 *
 * <p>Whatever was begun ends, also if nobody asks for it any more. Without a request and without a journal nothing is read but these two.
 *
 * @param credentials the Secret with the login, as username and password
 * @param connection the Secret that tells it to pods
 */
public record Turns(String credentials, String connection) {

    /** Clocks of two operators may differ by this much without one of them being called wrong. */
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(90);

    /** How long to leave a server alone that has said no. */
    private static final Duration LATER = Duration.ofSeconds(30);

    /** What pods are to use: what a person wrote, or what took its place. */
    public Login current(Work work, Login written) {
        var journal = RotationJournal.of(work, credentials);
        if (journal.isEmpty() || journal.get().knows(written)) {
            return journal.map(RotationJournal::current).orElse(written);
        }
        // A person has thought of another one, which is no less good than ours.
        write(work, journal.get().told(written, now(work)));
        return written;
    }

    /** What pods are to use after {@link #advance}, which may have changed it. */
    public Login turned(Work work, Login before) {
        return RotationJournal.of(work, credentials)
                .map(RotationJournal::current)
                .orElse(before);
    }

    /** The Secret that tells pods the login, which says so if that has ever changed. */
    public Secret marked(Work work, Secret secret) {
        return mark(work)
                .map(mark -> secret.edit()
                        .editMetadata()
                        .addToAnnotations(Readers.TURNS, mark)
                        .endMetadata()
                        .build())
                .orElse(secret);
    }

    /** Whether there is something to do, for which the server must be asked by somebody who may make logins. */
    public boolean due(Work work, Login written) {
        var journal = RotationJournal.of(work, credentials);
        return journal.filter(there -> !there.rests()).isPresent() || begins(work, journal, written);
    }

    /** Whether that is worth asking a server for that has to be asked for much else: only time is waited for while both are good. */
    public boolean presses(Work work, Login written) {
        return due(work, written)
                && RotationJournal.of(work, credentials)
                        .filter(journal -> journal.unused()
                                .filter(since -> work.now().isBefore(since.plus(journal.overlap())))
                                .isPresent())
                        .isEmpty();
    }

    /** What Secrets and pods that have the current login are marked with; empty before the first turn. */
    public Optional<String> mark(Work work) {
        return RotationJournal.of(work, credentials)
                .map(RotationJournal::turns)
                .filter(turns -> turns > 0)
                .map(turns -> credentials + "=" + turns);
    }

    /** The login is there, and this is the current one: the next can be thought of. */
    private boolean begins(Work work, Optional<RotationJournal> journal, Login written) {
        return RotationRequest.of(work, credentials)
                .flatMap(RotationRequest::after)
                .filter(after ->
                        after.equals(journal.map(RotationJournal::turns).orElse(0L)))
                .filter(after ->
                        journal.map(there -> there.current().equals(written)).orElse(true))
                .isPresent();
    }

    /**
     * Goes on as far as it can; when to look again, if no watch tells.
     *
     * @param written what the Secret says
     */
    public <E extends Exception> Optional<Duration> advance(Work work, Login written, Door<E> door) throws E {
        var found = RotationJournal.of(work, credentials);
        if (found.map(RotationJournal::rests).orElse(true)) {
            if (!begins(work, found, written)) {
                return Optional.empty();
            }
            found = Optional.of(write(
                    work,
                    found.orElseGet(() -> RotationJournal.first(written))
                            .begun(RotationRequest.of(work, credentials).orElseThrow())));
        }
        var journal = inThePast(work, found.orElseThrow());
        return journal.next().isPresent()
                ? tried(work, journal, journal.next().get(), door)
                : retired(work, journal, written, door);
    }

    /** What was wrong with the server the last time. */
    public Duration failed(Work work, String reason, String message) {
        RotationJournal.of(work, credentials)
                .filter(journal -> !journal.rests())
                .ifPresent(journal -> write(work, journal.waiting(reason, message)));
        return LATER;
    }

    /** A time that lies in the future is of a clock that was ahead. */
    private RotationJournal inThePast(Work work, RotationJournal journal) {
        return write(work, journal.inThePast(now(work), work.now().plus(CLOCK_SKEW)));
    }

    private <E extends Exception> Optional<Duration> tried(Work work, RotationJournal journal, Login next, Door<E> door)
            throws E {
        Login made;
        try {
            made = door.make(next);
        } catch (Refused e) {
            return Optional.of(failed(work, e.outcome().reason(), e.outcome().message()));
        }
        var refusal = door.refuses(made);
        if (refusal.isPresent()) {
            return Optional.of(failed(
                    work,
                    "NewLoginRefused",
                    "The new user " + made.user() + " is made and cannot be used: " + refusal.get() + ". User "
                            + journal.current().user() + " stays in use."));
        }
        write(work, journal.turned(made, now(work)));
        return Optional.empty();
    }

    private <E extends Exception> Optional<Duration> retired(
            Work work, RotationJournal journal, Login written, Door<E> door) throws E {
        if (!Readers.tells(work, connection, credentials, journal.turns())) {
            // It is about to be written, and that brings the next look.
            return Optional.empty();
        }
        var behind = Readers.behind(work, credentials, journal.turns());
        if (behind.isPresent()) {
            write(
                    work,
                    journal.used()
                            .waiting("RolloutInProgress", "Pods get the login by a rollout: " + behind.get() + "."));
            return Optional.empty();
        }
        if (!written.equals(journal.current())) {
            if (!shown(work, journal)) {
                write(
                        work,
                        journal.waiting(
                                "WaitingForSecret",
                                "Secret/" + credentials + " still has the login of before, and whoever made it is to"
                                        + " write the new one: look at what it belongs to."));
            }
            // The change brings the next look.
            return Optional.empty();
        }
        var unused = journal.unused().orElseGet(() -> now(work));
        var end = unused.plus(journal.overlap());
        var waiting = journal.unusedSince(unused);
        if (work.now().isBefore(end)) {
            write(
                    work,
                    waiting.waiting(
                            "GracePeriod",
                            "All pods have the new login. The one before, " + String.join(", ", journal.retired())
                                    + ", stays good until " + end + "."));
            return Optional.of(Duration.between(work.now(), end));
        }
        for (var user : journal.retired()) {
            if (door.inUse(user)) {
                write(
                        work,
                        waiting.waiting(
                                "StillInUse",
                                "All pods have the new login, and somebody is in with the one before, " + user
                                        + ": it is revoked once nobody is."));
                return Optional.of(LATER);
            }
        }
        for (var user : journal.retired()) {
            door.drop(user);
            waiting = write(work, waiting.without(user));
        }
        return Optional.empty();
    }

    /** A Secret that a person has handed over is kept up to date here; one that an operator made, by that operator. */
    private boolean shown(Work work, RotationJournal journal) {
        var secret = work.find(Secret.class, credentials)
                .filter(work::owns)
                .filter(there -> !credentials.equals(connection));
        secret.ifPresent(there -> work.replace(following(there, journal.current())));
        return secret.isPresent();
    }

    /** The login that has taken the place of the one in this Secret, which is one of before: then the Secret is to have that. */
    public static Optional<Secret> following(Work work, Secret secret) {
        var values = SecretText.decoded(secret.getData());
        return RotationJournal.of(work, secret.getMetadata().getName())
                .filter(journal -> journal.retired().contains(values.getOrDefault("username", "")))
                .map(journal -> following(secret, journal.current()));
    }

    private static Secret following(Secret secret, Login login) {
        var data = new TreeMap<>(secret.getData());
        data.putAll(SecretText.encoded(Map.of("username", login.user(), "password", login.password())));
        return secret.edit().withData(data).build();
    }

    /** Nobody needs the journal any more: what the logins were for is gone. */
    public void forget(Work work) {
        work.deleteOwn(Secret.class, RotationRequest.named(credentials));
    }

    private RotationJournal write(Work work, RotationJournal journal) {
        var name = RotationRequest.named(credentials);
        var there = work.find(Secret.class, name);
        if (there.isEmpty()) {
            work.createRetained(journal.in(new SecretBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .withType("Opaque")
                    .build()));
        } else if (!there.get().equals(journal.in(there.get()))) {
            work.replace(journal.in(there.get()));
        }
        return journal;
    }

    private static Instant now(Work work) {
        return work.now().truncatedTo(ChronoUnit.SECONDS);
    }
}
