package io.c5c3.api.common;

import io.fabric8.generator.annotation.Required;

/**
 * An object in the same namespace, by name; the field that holds the reference says of which kind.
 *
 * @param name the name of the object
 */
public record NameRef(@Required String name) {}
