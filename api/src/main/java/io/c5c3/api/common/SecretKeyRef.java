package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;

/**
 * One key of a Secret in the same namespace.
 *
 * @param name the name of the Secret
 * @param key the key in it
 */
public record SecretKeyRef(
        @Required String name, @Default("password") String key) {

    public SecretKeyRef {
        key = key == null ? "password" : key;
    }
}
