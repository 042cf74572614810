package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.common.Pods;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the memory that a person gives a server is used. */
final class Memory {

    private static final long MEBIBYTE = 1024 * 1024;
    private static final long SMALLEST = 64;

    private Memory() {}

    /**
     * Half of what the server may have is for data; the rest is for its connections, for the copy that another member is given, and for the
     * kernel's own cache.
     */
    static String pool(Pods pods) {
        var resources = pods.resources();
        return resources == null
                ? ServerOptions.DEFAULT_POOL
                : Stream.of(memory(resources.getLimits()), memory(resources.getRequests()))
                        .flatMap(Optional::stream)
                        .findFirst()
                        .map(bytes -> Math.max(SMALLEST, bytes / 2 / MEBIBYTE) + "M")
                        .orElse(ServerOptions.DEFAULT_POOL);
    }

    private static Optional<Long> memory(@Nullable Map<String, Quantity> resources) {
        return Optional.ofNullable(resources)
                .map(all -> all.get("memory"))
                .map(Quantity::getAmountInBytes)
                .map(BigDecimal::longValue);
    }
}
