package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The WSGI server in each pod of an API.
 *
 * @param processes how many in each pod
 * @param threads how many in each process: so many requests it answers at once
 */
@RecordBuilder
public record Uwsgi(
        @Min(1) @Max(64) @Default("2") Integer processes,
        @Min(1) @Max(64) @Default("2") Integer threads) {}
