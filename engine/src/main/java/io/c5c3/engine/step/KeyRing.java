package io.c5c3.engine.step;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fernet keys by number, with keystone's meaning: 0 is staged, the highest encrypts, all decrypt. Numbers only grow and, but for 0, never
 * get another key, so a reader who catches the files in the middle of a change sees the old ring or the new one, not a third.
 */
record KeyRing(SortedMap<Integer, String> keys) {

    /** Beside the keys in a Secret: a word that tells this ring from any other, for all to read. Keystone ignores what is no number. */
    static final String MARK = "mark";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int STAGED = 0;
    private static final int KEY_BYTES = 32;
    private static final int KEY_LETTERS = 44;
    private static final int FEWEST = 2;

    KeyRing {
        keys = new TreeMap<>(keys);
    }

    static KeyRing fresh(int count) {
        var keys = new TreeMap<Integer, String>();
        for (var number = 0; number < Math.max(count, FEWEST); number++) {
            keys.put(number, newKey());
        }
        return new KeyRing(keys);
    }

    /** The ring in a Secret that has no {@link #problem}. */
    static KeyRing of(Map<String, String> data) {
        var keys = new TreeMap<Integer, String>();
        numbered(data).forEach((name, value) -> keys.put(Integer.valueOf(name), decoded(value)));
        return new KeyRing(keys);
    }

    Map<String, String> data() {
        var data = new TreeMap<String, String>();
        keys.forEach((number, key) -> data.put(
                String.valueOf(number), Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII))));
        return data;
    }

    /** What keeps a Secret's data from being a ring, if anything does. Says nothing of the keys but their numbers. */
    static Optional<String> problem(@Nullable Map<String, String> data) {
        if (data == null || numbered(data).size() < FEWEST) {
            return Optional.of("it holds fewer than " + FEWEST + " keys");
        }
        var seen = new HashSet<String>();
        for (var entry : numbered(data).entrySet()) {
            if (!entry.getKey().matches("0|[1-9][0-9]{0,8}")) {
                return Optional.of("the name " + entry.getKey() + " is not the number of a key");
            }
            var key = decoded(entry.getValue());
            if (!wellFormed(key)) {
                return Optional.of("key " + entry.getKey() + " is not 32 bytes in URL-safe base64");
            }
            if (!seen.add(key)) {
                return Optional.of("key " + entry.getKey() + " is there twice");
            }
        }
        return data.containsKey(String.valueOf(STAGED)) ? Optional.empty() : Optional.of("key 0 is missing");
    }

    /** The staged key becomes the one that encrypts, a new one is staged, and the oldest go until {@code most} are left. */
    KeyRing rotated(int most) {
        var next = new TreeMap<>(keys);
        next.put(keys.lastKey() + 1, staged());
        next.put(STAGED, newKey());
        while (next.size() > Math.max(most, FEWEST + 1)) {
            next.remove(next.higherKey(STAGED));
        }
        return new KeyRing(next);
    }

    /** What keeps this ring from following {@code before}, if anything does: every reader of one must understand the other. */
    Optional<String> problemAfter(KeyRing before, int most) {
        if (keys.size() > Math.max(most, FEWEST + 1)) {
            return Optional.of("it holds " + keys.size() + " keys where at most " + most + " may be active");
        }
        if (keys.lastKey() <= before.keys.lastKey()) {
            return Optional.of("no key has a higher number than " + before.keys.lastKey());
        }
        if (!primary().equals(before.staged())) {
            return Optional.of("the key that is to encrypt is not the one that was staged, so pods do not know it yet");
        }
        if (!keys.containsValue(before.primary())) {
            return Optional.of("the key that encrypted until now is gone");
        }
        if (before.keys.containsValue(staged())) {
            return Optional.of("the staged key is not new");
        }
        for (var entry : keys.entrySet()) {
            var old = before.keys.get(entry.getKey());
            if (entry.getKey() != STAGED && old != null && !old.equals(entry.getValue())) {
                return Optional.of("number " + entry.getKey() + " has another key than before");
            }
        }
        return Optional.empty();
    }

    private static SortedMap<String, String> numbered(Map<String, String> data) {
        var numbered = new TreeMap<>(data);
        numbered.remove(MARK);
        numbered.keySet().removeIf(name -> name.endsWith(KeyFile.SUFFIX));
        return numbered;
    }

    /** The one that encrypts first, those before it next, and last the one that is to follow it. */
    List<String> byUse() {
        var byUse = new ArrayList<>(keys.tailMap(STAGED + 1).values()).reversed();
        byUse.add(staged());
        return byUse;
    }

    private String staged() {
        return keys.getOrDefault(STAGED, "");
    }

    private String primary() {
        return keys.lastEntry().getValue();
    }

    private static String newKey() {
        var bytes = new byte[KEY_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    private static boolean wellFormed(String key) {
        try {
            return key.length() == KEY_LETTERS && Base64.getUrlDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String decoded(@Nullable String value) {
        try {
            return value == null ? "" : new String(Base64.getDecoder().decode(value), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
