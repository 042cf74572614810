package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Secrets say, as people write it. */
public final class SecretText {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int PASSWORD_BYTES = 32;

    private SecretText() {}

    /** The values of a Secret to the letter; none if it is not there. */
    public static Map<String, String> of(Facts facts, String secret) {
        return decoded(facts.find(Secret.class, secret).map(Secret::getData).orElse(null));
    }

    /** One value of a Secret to the letter, unless it is blank. */
    public static Optional<String> value(Facts facts, String secret, String key) {
        return facts.find(Secret.class, secret)
                .map(Secret::getData)
                .map(data -> data.get(key))
                .map(SecretText::decoded)
                .filter(text -> !text.isBlank());
    }

    /** Without the newline that {@code --from-file} leaves behind, and that the images of most servers drop as well. */
    public static Map<String, String> lines(Facts facts, String secret) {
        var values = of(facts, secret);
        values.replaceAll((key, text) -> text.replaceFirst("[\\r\\n]+$", ""));
        return values;
    }

    public static Map<String, String> decoded(@Nullable Map<String, String> data) {
        var values = new TreeMap<String, String>();
        if (data != null) {
            data.forEach((key, value) -> values.put(key, decoded(value)));
        }
        return values;
    }

    public static String decoded(String value) {
        return new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8);
    }

    public static Map<String, String> encoded(Map<String, String> values) {
        var data = new TreeMap<>(values);
        data.replaceAll((key, text) -> encoded(text));
        return data;
    }

    public static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One that nobody guesses and that needs no quotes anywhere. */
    public static String password() {
        var bytes = new byte[PASSWORD_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
