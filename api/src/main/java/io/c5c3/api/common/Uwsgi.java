package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/**
 * The WSGI server in each pod of an API.
 *
 * @param processes how many in each pod
 * @param threads how many in each process: so many requests it answers at once
 */
public record Uwsgi(
        @Min(1) @Max(64) @Default("2") Integer processes,
        @Min(1) @Max(64) @Default("2") Integer threads) {

    @SuppressWarnings("NullAway")
    public static final Uwsgi DEFAULT = new Uwsgi(null, null);

    public Uwsgi {
        processes = processes == null ? 2 : processes;
        threads = threads == null ? 2 : threads;
    }
}
