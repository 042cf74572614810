package io.c5c3.api.common;

import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * A pool of a Ceph cluster. The Secret holds {@code ceph.conf} and the key ring of the client; a CephClient of Rook may be named instead.
 *
 * @param pool its name
 * @param cephSecretRef the Secret
 * @param cephClientRef the user
 */
@ValidationRule(
        value = "!has(self.cephClientRef) || !has(self.cephClientRef.namespace) || has(self.cephSecretRef)",
        message =
                "rbd.cephClientRef.namespace is not read from: name the Secret of this namespace that holds the key in"
                        + " rbd.cephSecretRef (a CephStorage makes one for each of its clients), or leave the namespace"
                        + " out")
public record Rbd(
        @Pattern("^[A-Za-z0-9._-]+$") @Nullable String pool,
        @Nullable SecretRef cephSecretRef,
        @Nullable CephClientRef cephClientRef) {

    @SuppressWarnings("NullAway")
    public static final Rbd UNSET = new Rbd(null, null, null);

    /**
     * The user whose key the Secret holds.
     *
     * @param name the name of the user, without client.
     * @param namespace where Rook has it, for people: nothing is read there, so the Secret must be named as well
     */
    public record CephClientRef(
            @Required String name, @Nullable String namespace) {}
}
