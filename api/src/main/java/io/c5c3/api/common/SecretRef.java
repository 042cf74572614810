package io.c5c3.api.common;

import io.fabric8.generator.annotation.Required;

/**
 * A Secret in the same namespace.
 *
 * @param name the name of the Secret
 */
public record SecretRef(@Required String name) {}
