package io.c5c3.api.common;

import org.jspecify.annotations.Nullable;

/** The deepest cause, across resources, of why a resource is not Ready. */
public record BlockedBy(
        @Nullable String kind,
        @Nullable String name,
        @Nullable String reason,
        @Nullable String message) {}
