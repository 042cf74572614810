package io.c5c3.engine.step;

import io.c5c3.engine.Digest;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A Secret with a whole {@link KeyRing}, and what its annotations tell of its rotations.
 *
 * @param file how the keys are told once more, to a service that reads no folder of them
 */
record KeyRingSecret(Secret secret, Optional<KeyFile> file) {

    static final String ROTATED_AT = "c5c3.io/rotated-at";
    static final String ROTATIONS = "c5c3.io/rotations";

    /** The request that the last rotation met. */
    static final String ROTATED_FOR = "c5c3.io/rotated-for";

    /** On a rotation of ours: the digest of the ring it was drawn up from. */
    static final String BASE = "c5c3.io/rotation-base";

    /** Set by whoever else writes a rotation, under whatever prefix, once it is complete. */
    private static final String CORRECTED = "c5c3.io/rotated-at-corrected-from";

    private static final String COMPLETED = "rotation-completed-at";

    static Secret fresh(String name, KeyRing ring, Optional<KeyFile> file, Instant now, Optional<String> request) {
        var notes = new TreeMap<>(Map.of(ROTATED_AT, stamp(now), ROTATIONS, "0"));
        // A request that was there before the keys is met by making them.
        request.ifPresent(token -> notes.put(ROTATED_FOR, token));
        return secret(name, data(ring, 0, file), notes);
    }

    Secret copy(String name) {
        return secret(name, data(), notes());
    }

    /** Another Secret with the keys of this one. */
    Secret copyInto(Secret other) {
        var notes = new TreeMap<>(annotations(other));
        notes.keySet().removeAll(java.util.List.of(ROTATED_AT, ROTATIONS, ROTATED_FOR));
        notes.putAll(notes());
        return new SecretBuilder(other)
                .withData(data())
                .editMetadata()
                .withAnnotations(notes)
                .endMetadata()
                .build();
    }

    /** A rotation of this ring, to be checked before it takes its place. */
    Secret candidate(String name, int mostActive) {
        return secret(name, keys().rotated(mostActive).data(), Map.of(BASE, revision()));
    }

    /** This Secret, at the version it was read, with the keys of the candidate. */
    Secret followedBy(Secret candidate, Instant now, Optional<String> request) {
        var notes = new TreeMap<>(annotations(secret));
        notes.remove(CORRECTED);
        notes.put(ROTATED_AT, stamp(now));
        notes.put(ROTATIONS, String.valueOf(rotations() + 1));
        request.ifPresent(token -> notes.put(ROTATED_FOR, token));
        return new SecretBuilder(secret)
                .withData(data(KeyRing.of(candidate.getData()), rotations() + 1, file))
                .editMetadata()
                .withAnnotations(notes)
                .endMetadata()
                .build();
    }

    /** This Secret, rotated at a time that has come: a clock that was ahead would otherwise hold up the next rotation until then. */
    Secret rotatedBy(Instant now) {
        var notes = new TreeMap<>(annotations(secret));
        notes.put(CORRECTED, rotatedAt().toString());
        notes.put(ROTATED_AT, stamp(now));
        return new SecretBuilder(secret)
                .editMetadata()
                .withAnnotations(notes)
                .endMetadata()
                .build();
    }

    /** Whether what is beside the keys is theirs: not in a Secret that an older operator made, or that somebody wrote back. */
    boolean isMarked() {
        return secret.getData().equals(data());
    }

    Secret withMark() {
        return new SecretBuilder(secret).withData(data()).build();
    }

    private Map<String, String> data() {
        return data(keys(), rotations(), file);
    }

    private static Map<String, String> data(KeyRing ring, int rotations, Optional<KeyFile> file) {
        var data = new TreeMap<>(ring.data());
        data.put(KeyRing.MARK, Base64.getEncoder().encodeToString(revision(ring).getBytes(StandardCharsets.US_ASCII)));
        file.ifPresent(form -> data.putAll(form.data(ring, rotations)));
        return data;
    }

    KeyRing keys() {
        return KeyRing.of(secret.getData());
    }

    /** Names the keys without telling them: they are themselves the key of the digest. */
    String revision() {
        return revision(keys());
    }

    private static String revision(KeyRing ring) {
        var data = ring.data();
        return Digest.keyed(String.join(",", data.values()), data.keySet());
    }

    Instant rotatedAt() {
        var written = annotations(secret).get(ROTATED_AT);
        return Instant.parse(written == null ? secret.getMetadata().getCreationTimestamp() : written);
    }

    int rotations() {
        return rotations(secret);
    }

    static int rotations(Secret secret) {
        var written = annotations(secret).getOrDefault(ROTATIONS, "0");
        return written.matches("[0-9]{1,9}") ? Integer.parseInt(written) : 0;
    }

    String rotatedFor() {
        return annotations(secret).getOrDefault(ROTATED_FOR, "");
    }

    boolean sameKeysAs(Secret other) {
        return KeyRing.problem(other.getData()).isEmpty() && keys().equals(KeyRing.of(other.getData()));
    }

    boolean sameAs(Secret other) {
        return secret.getData().equals(other.getData()) && notes().equals(new KeyRingSecret(other, file).notes());
    }

    /** Whether keys of a ring that was not rotated less often are missing here: so somebody else took them out. */
    boolean lacks(KeyRingSecret other) {
        return other.rotations() >= rotations()
                && !keys().keys().values().containsAll(other.keys().keys().values());
    }

    /** Whether a rotation of ours was drawn up from a ring that is no longer this one. */
    boolean outgrew(Secret candidate) {
        var base = annotations(candidate).get(BASE);
        return base != null && !base.equals(revision());
    }

    /** A rotation of ours is complete when it is there; that of others when they say so. */
    static boolean incomplete(Secret candidate) {
        return annotations(candidate).keySet().stream()
                .noneMatch(name -> name.equals(BASE) || name.endsWith(COMPLETED));
    }

    String describe() {
        var name = "Secret/" + secret.getMetadata().getName() + " holds "
                + keys().keys().size() + " keys";
        var history = rotations() == 0 ? name : name + ", rotated at " + rotatedAt() + " (" + rotations() + " so far)";
        var wrong = annotations(secret).get(CORRECTED);
        return wrong == null
                ? history
                : history + ", written down as " + wrong + " by a clock that was ahead, and corrected";
    }

    private Map<String, String> notes() {
        var notes = new TreeMap<>(annotations(secret));
        notes.keySet().retainAll(java.util.List.of(ROTATED_AT, ROTATIONS, ROTATED_FOR));
        notes.putIfAbsent(ROTATED_AT, rotatedAt().toString());
        notes.putIfAbsent(ROTATIONS, "0");
        return notes;
    }

    private static String stamp(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Map<String, String> annotations(Secret secret) {
        var annotations = secret.getMetadata().getAnnotations();
        return annotations == null ? Map.of() : annotations;
    }

    private static Secret secret(String name, Map<String, String> data, Map<String, String> annotations) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(annotations)
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }
}
