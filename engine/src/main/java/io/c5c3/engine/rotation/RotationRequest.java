package io.c5c3.engine.rotation;

import io.c5c3.engine.Facts;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is asked of whoever looks after a login: another one. It is written by whoever knows when, into a ConfigMap that only one can own, so
 * that nobody else rotates the same; who looks after the login need not know who asks.
 *
 * @param after how many turns the login has had when the next is to begin; empty while none is
 * @param overlap how long the login of before stays good once nobody uses it
 * @param word what a person has said to have it now, if it is that
 * @param generation of the resource that asks for it now, if it is that
 */
public record RotationRequest(Optional<Long> after, Duration overlap, String word, String generation) {

    private static final String AFTER = "after";
    private static final String OVERLAP = "overlap";
    private static final String WORD = "word";
    private static final String GENERATION = "generation";

    /** The ConfigMap with the request, and the Secret with the journal. */
    public static String named(String credentials) {
        return credentials + "-rotation";
    }

    /** What is asked for the login of this Secret. */
    public static Optional<RotationRequest> of(Facts facts, String credentials) {
        return facts.find(ConfigMap.class, named(credentials))
                .map(ConfigMap::getData)
                .flatMap(data -> {
                    try {
                        return Optional.of(new RotationRequest(
                                Optional.ofNullable(data.get(AFTER)).map(Long::valueOf),
                                Duration.parse(data.getOrDefault(OVERLAP, "PT0S")),
                                data.getOrDefault(WORD, ""),
                                data.getOrDefault(GENERATION, "")));
                    } catch (NumberFormatException | DateTimeException e) {
                        // Somebody else wrote it: whoever asks in earnest finds its name taken.
                        return Optional.empty();
                    }
                });
    }

    /** For the login of this Secret. */
    public ConfigMap configMap(String credentials) {
        var data = new TreeMap<String, String>();
        after.ifPresent(turns -> data.put(AFTER, String.valueOf(turns)));
        data.put(OVERLAP, overlap.toString());
        data.put(WORD, word);
        data.put(GENERATION, generation);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(named(credentials))
                .endMetadata()
                .withData(data)
                .build();
    }
}
