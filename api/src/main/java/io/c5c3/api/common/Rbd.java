package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/**
 * A pool of a Ceph cluster. The Secret holds {@code ceph.conf} and the key ring of the client; a CephClient of Rook may be named instead.
 */
public record Rbd(
        @Pattern("^[A-Za-z0-9._-]+$") @Nullable String pool,
        @Nullable SecretRef cephSecretRef,
        @Nullable CephClientRef cephClientRef) {

    @SuppressWarnings("NullAway")
    public static final Rbd UNSET = new Rbd(null, null, null);

    /** The client as Rook knows it, which need not be in this namespace. */
    public record CephClientRef(
            @Required String name, @Default("rook-ceph") String namespace) {
        public CephClientRef {
            namespace = namespace == null ? "rook-ceph" : namespace;
        }
    }
}
