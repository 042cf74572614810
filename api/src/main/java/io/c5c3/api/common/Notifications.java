package io.c5c3.api.common;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Who is told what the service does. Nobody by default.
 *
 * @param secretRef the Secret with the address of the listener's queue under {@code transport_url}, and with {@code ca.crt} if an authority of
 *     its own signed for it, as every service with a queue has one ({@code barbican-messaging-connection}); until it is there, nobody is told
 */
@RecordBuilder
public record Notifications(@Nullable SecretRef secretRef) {}
