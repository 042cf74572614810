package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes secret values out of sentences. Steps do not put them there; messages of servers, drivers and clients sometimes do, and this is
 * the net below them.
 */
final class Redaction {

    /** Shorter values would turn ordinary words into stars, and are no secrets to speak of. */
    private static final int SHORTEST = 6;

    /** Keys of Secrets that hold no secret; their values are words that messages need. */
    private static final Set<String> PUBLIC = Set.of(
            "username",
            "user",
            "host",
            "port",
            "database",
            "vhost",
            "hosts",
            "ca.crt",
            "tls.crt",
            "endpoint",
            "region",
            "namespace",
            "auth_url",
            "application_credential_id",
            "project_name",
            "user_domain_name",
            "project_domain_name",
            "domain_name",
            "domain_admin",
            "region_name",
            "userID",
            "pool",
            "fsid",
            "address");

    private final TreeSet<String> values =
            new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    void learn(HasMetadata object) {
        if (object instanceof Secret secret) {
            secrets(secret.getData()).forEach((key, value) -> {
                learn(value);
                learn(SecretText.decoded(value));
            });
            secrets(secret.getStringData()).forEach((key, value) -> learn(value));
        }
    }

    private static Map<String, String> secrets(@Nullable Map<String, String> data) {
        var copy = new TreeMap<>(data == null ? Map.of() : data);
        copy.keySet().removeAll(PUBLIC);
        return copy;
    }

    private void learn(String value) {
        if (value.length() >= SHORTEST) {
            values.add(value);
        }
    }

    String clean(String text) {
        for (var value : values) {
            text = text.replace(value, "***");
        }
        return text;
    }
}
