package io.c5c3.api.common;

import org.jspecify.annotations.Nullable;

/**
 * The deepest cause, across resources, of why a resource is not Ready.
 *
 * @param kind the kind of the object that is waited for
 * @param name the name of that object
 * @param reason why it is not ready, in one word
 * @param message the same in a sentence
 */
public record BlockedBy(
        @Nullable String kind,
        @Nullable String name,
        @Nullable String reason,
        @Nullable String message) {}
