package io.c5c3.engine.rotation;

import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a login stands that has had others in its place, in a Secret that outlives the resource whose login it is: a backup keeps that and drops
 * the status. It is written before the server is told anything, so whoever comes after a crash knows what was meant.
 *
 * @param base the first name; the other one is made from it
 * @param current what pods are to use
 * @param next what is being made and tried
 * @param retired the names of those that are still good and are to go
 * @param turns how often another login took the place of one
 * @param overlap how long a retired one stays good once nobody uses it
 * @param word see {@link RotationRequest}
 * @param generation see {@link RotationRequest}
 * @param switched when the current one took the place of the one before
 * @param unused since when no pod has been seen to have a retired one
 * @param waits for what, if for anything
 */
public record RotationJournal(
        String base,
        Login current,
        Optional<Login> next,
        List<String> retired,
        long turns,
        Duration overlap,
        String word,
        String generation,
        Optional<Instant> switched,
        Optional<Instant> unused,
        Optional<Waits> waits) {

    private static final String USER = "username";
    private static final String PASSWORD = "password";
    private static final String OTHER = "_b";

    /** What the Secret has as data; all else stands in its annotations, behind {@link #NOTE}, where no value is taken for a secret. */
    private static final Set<String> SECRET = Set.of(USER, PASSWORD, "next-" + PASSWORD);

    private static final String NOTE = "c5c3.io/login-";

    public RotationJournal {
        retired = List.copyOf(retired);
    }

    /** Why it does not go on at once, for machines and for people. */
    public record Waits(String reason, String message) {}

    /** Before the first turn. */
    static RotationJournal first(Login login) {
        return new RotationJournal(
                login.user(),
                login,
                Optional.empty(),
                List.of(),
                0,
                Duration.ZERO,
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Of the login of this Secret, if it has ever had another in its place or is about to. */
    public static Optional<RotationJournal> of(Facts facts, String credentials) {
        return facts.find(Secret.class, RotationRequest.named(credentials)).flatMap(RotationJournal::read);
    }

    /** As the Secret has it. */
    public static Optional<RotationJournal> read(Secret secret) {
        var data = SecretText.decoded(secret.getData());
        annotations(secret).forEach((name, value) -> {
            if (name.startsWith(NOTE)) {
                data.put(name.substring(NOTE.length()), value);
            }
        });
        var user = data.getOrDefault(USER, "");
        var password = data.getOrDefault(PASSWORD, "");
        if (user.isBlank() || password.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RotationJournal(
                    data.getOrDefault("base", user),
                    new Login(user, password),
                    Optional.ofNullable(data.get("next-" + USER))
                            .map(next -> new Login(next, data.getOrDefault("next-" + PASSWORD, ""))),
                    data.getOrDefault("retired", "")
                            .lines()
                            .filter(name -> !name.isBlank())
                            .toList(),
                    Long.parseLong(data.getOrDefault("turns", "0")),
                    Duration.parse(data.getOrDefault("overlap", "PT0S")),
                    data.getOrDefault("word", ""),
                    data.getOrDefault("generation", ""),
                    Optional.ofNullable(data.get("switched")).map(Instant::parse),
                    Optional.ofNullable(data.get("unused")).map(Instant::parse),
                    Optional.ofNullable(data.get("reason"))
                            .map(reason -> new Waits(reason, data.getOrDefault("message", "")))));
        } catch (NumberFormatException | DateTimeException e) {
            // Somebody has written into it. What pods use is what counts.
            return Optional.of(first(new Login(user, password)));
        }
    }

    /** This Secret with the journal in it, what is secret apart from what is not. */
    Secret in(Secret secret) {
        var data = written();
        var notes = annotations(secret);
        notes.keySet().removeIf(name -> name.startsWith(NOTE));
        data.forEach((key, value) -> {
            if (!SECRET.contains(key)) {
                notes.put(NOTE + key, value);
            }
        });
        data.keySet().retainAll(SECRET);
        return secret.edit()
                .editMetadata()
                .withAnnotations(notes)
                .endMetadata()
                .withData(SecretText.encoded(data))
                .build();
    }

    private static Map<String, String> annotations(Secret secret) {
        var annotations = secret.getMetadata().getAnnotations();
        return new TreeMap<>(annotations == null ? Map.of() : annotations);
    }

    private Map<String, String> written() {
        var data = new TreeMap<String, String>();
        data.put("base", base);
        data.put(USER, current.user());
        data.put(PASSWORD, current.password());
        next.ifPresent(login -> {
            data.put("next-" + USER, login.user());
            data.put("next-" + PASSWORD, login.password());
        });
        data.put("retired", String.join("\n", retired));
        data.put("turns", String.valueOf(turns));
        data.put("overlap", overlap.toString());
        data.put("word", word);
        data.put("generation", generation);
        switched.ifPresent(time -> data.put("switched", time.toString()));
        unused.ifPresent(time -> data.put("unused", time.toString()));
        waits.ifPresent(why -> {
            data.put("reason", why.reason());
            data.put("message", why.message());
        });
        return data;
    }

    /** Nothing is being made, and nothing is to go. */
    public boolean rests() {
        return next.isEmpty() && retired.isEmpty();
    }

    /** Every name that may be on the server. */
    public List<String> users() {
        return Stream.of(Stream.of(current.user()), next.map(Login::user).stream(), retired.stream())
                .flatMap(names -> names)
                .distinct()
                .toList();
    }

    /** Whether this is the current login, or one of before that nobody has taken out of the Secret yet. */
    boolean knows(Login login) {
        return login.equals(current) || retired.contains(login.user());
    }

    /** What people are told to be waiting for. */
    RotationJournal waiting(String reason, String message) {
        return with(next, retired, unused, Optional.of(new Waits(reason, message)));
    }

    /** Another is to be made, under the name that is free. */
    RotationJournal begun(RotationRequest request) {
        var name = Stream.of(base, base + OTHER)
                .filter(candidate -> !users().contains(candidate))
                .findFirst()
                .orElseThrow();
        return new RotationJournal(
                base,
                current,
                Optional.of(new Login(name, SecretText.password())),
                retired,
                turns,
                request.overlap(),
                request.word().isEmpty() ? word : request.word(),
                request.generation().isEmpty() ? generation : request.generation(),
                switched,
                Optional.empty(),
                Optional.empty());
    }

    /** The next one works: from now on pods are to use it, under the name that the server gave it. */
    RotationJournal turned(Login made, Instant now) {
        return follows(base, made, now).withoutNext();
    }

    private RotationJournal withoutNext() {
        return with(Optional.empty(), retired, unused, waits);
    }

    /** A person has written another login. */
    RotationJournal told(Login login, Instant now) {
        return follows(login.user(), login, now);
    }

    private RotationJournal follows(String first, Login login, Instant now) {
        var old = new ArrayList<>(retired);
        old.add(current.user());
        old.removeIf(login.user()::equals);
        return new RotationJournal(
                first,
                login,
                next.filter(other -> !other.user().equals(login.user())),
                old.stream().distinct().toList(),
                turns + 1,
                overlap,
                word,
                generation,
                Optional.of(now),
                Optional.empty(),
                Optional.empty());
    }

    RotationJournal used() {
        return with(next, retired, Optional.empty(), waits);
    }

    RotationJournal unusedSince(Instant now) {
        return with(next, retired, Optional.of(now), waits);
    }

    RotationJournal without(String user) {
        var left = retired.stream().filter(name -> !name.equals(user)).toList();
        return with(next, left, unused, Optional.empty());
    }

    /** What lies in the future never happened then: the clock was ahead, and nothing may wait for it. */
    RotationJournal inThePast(Instant now, Instant latest) {
        return new RotationJournal(
                base,
                current,
                next,
                retired,
                turns,
                overlap,
                word,
                generation,
                switched.map(time -> time.isAfter(latest) ? now : time),
                unused.map(time -> time.isAfter(latest) ? now : time),
                waits);
    }

    private RotationJournal with(Optional<Login> then, List<String> old, Optional<Instant> since, Optional<Waits> why) {
        return new RotationJournal(base, current, then, old, turns, overlap, word, generation, switched, since, why);
    }

    @Override
    public String toString() {
        return users().stream().collect(Collectors.joining(", ")) + " after " + turns + " turns";
    }
}
