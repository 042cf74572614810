package io.c5c3.infrastructure.servers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.c5c3.engine.Json;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Gives servers the password that a Secret says they shall have, with the help of the one they have. The journal holds the last password
 * that was seen to work; another one is written into it before the servers are told, and takes its place once it was seen to work. So
 * wherever this stops, and whatever a person writes meanwhile, one of the passwords in the journal is the servers' own.
 *
 * @param journal the Secret
 */
public record PasswordChange<E extends Exception>(String journal, Door<E> door) {

    private static final String PASSWORD = "password";

    /** In the journal: passwords that servers may or may not have taken, as a list in JSON. */
    private static final String CANDIDATES = "candidates";

    private static final TypeReference<List<String>> LIST = new TypeReference<>() {};

    /** The servers, as somebody with a password sees them. */
    public interface Door<E extends Exception> {

        /** What the servers say of themselves to whoever has this password; nothing if it is not theirs. */
        Optional<String> enter(String password) throws E;

        void change(String known, String wanted) throws E;
    }

    /** What the servers say of themselves once they have the password; nothing if they have one that nobody wrote down. */
    public Optional<String> settle(Work work, String wanted) throws E {
        var said = door.enter(wanted);
        if (said.isEmpty()) {
            var known = known(work, wanted);
            if (known.isEmpty()) {
                return Optional.empty();
            }
            write(work, false, wanted);
            door.change(known.get(), wanted);
            said = door.enter(wanted);
        }
        if (said.isPresent()) {
            write(work, true, wanted);
        }
        return said;
    }

    private Optional<String> known(Work work, String wanted) throws E {
        var values = SecretText.of(work, journal);
        var known = new ArrayList<>(candidates(values).reversed());
        Optional.ofNullable(values.get(PASSWORD)).ifPresent(known::add);
        for (var password : known) {
            if (!password.isBlank()
                    && !password.equals(wanted)
                    && door.enter(password).isPresent()) {
                return Optional.of(password);
            }
        }
        return Optional.empty();
    }

    /**
     * The password is the one that was just tried, or is about to be: its own Secret may have been deleted since.
     *
     * @param works whether the servers were seen to have it, so that all others may be forgotten
     */
    private void write(Work work, boolean works, String password) {
        var there = work.find(Secret.class, journal);
        if (there.isEmpty()) {
            return;
        }
        var before = SecretText.decoded(there.get().getData());
        var after = new TreeMap<>(before);
        if (works) {
            after.put(PASSWORD, password);
            after.remove(CANDIDATES);
        } else {
            var candidates = new ArrayList<>(candidates(before));
            candidates.remove(password);
            candidates.add(password);
            after.put(CANDIDATES, text(candidates));
        }
        if (!after.equals(before)) {
            work.replace(there.get().edit().withData(SecretText.encoded(after)).build());
        }
    }

    private static List<String> candidates(Map<String, String> values) {
        try {
            return Json.MAPPER.readValue(values.getOrDefault(CANDIDATES, "[]"), LIST);
        } catch (JsonProcessingException e) {
            // Somebody wrote something else there: it is no password of ours, and the next change takes its place.
            return List.of();
        }
    }

    private static String text(List<String> candidates) {
        try {
            return Json.MAPPER.writeValueAsString(candidates);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A list of texts has a JSON form", e);
        }
    }
}
