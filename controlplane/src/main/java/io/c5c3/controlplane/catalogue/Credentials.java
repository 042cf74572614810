package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Digest;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.ApplicationCredential;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The application credential of one service. Keystone lets only the user itself make one.
 *
 * @param own the session of the service's user
 */
record Credentials(Visit visit, CatalogueEntry entry, IdentitySession own, LoginSecret secret) {

    /** How long pods may take to change to a new application credential before the old one goes. */
    private static final Duration GRACE = Duration.ofHours(1);

    void ensure() throws IdentityFailure {
        var there = own.applicationCredentials();
        if (secret.value(LoginSecret.NEXT).isBlank()) {
            var present = named(there, name(secret.value(LoginSecret.SECRET)));
            if (present.isPresent()) {
                secret.restore(present.get().id());
                if (rests()) {
                    sweep(there, present.get());
                }
                return;
            }
            secret.renew();
        }
        secret.use(minted(secret.value(LoginSecret.NEXT)));
    }

    /** Another one takes the place of the one there is, if it is time. */
    private boolean rests() throws IdentityFailure {
        var work = visit.work();
        var turns = entry.turns();
        var written = secret.login();
        var before = turns.current(work, written);
        if (turns.due(work, written)) {
            turns.advance(work, written, new CredentialDoor(this));
        }
        secret.show(turns.turned(work, before), turns.mark(work));
        return !turns.due(work, secret.login());
    }

    /** Takes one of ours away. */
    void drop(String id) throws IdentityFailure {
        for (var credential : own.applicationCredentials()) {
            if (credential.id().equals(id) && visit.mark().isIn(credential.description())) {
                own.deleteApplicationCredential(id);
            }
        }
    }

    /**
     * The name follows from the secret, which Keystone tells nobody, and from the roles, which never change: of the right name is of the
     * right content.
     */
    private String name(String secret) {
        return entry.name() + "-" + Digest.keyed(secret, entry.roles());
    }

    private static Optional<ApplicationCredential> named(List<ApplicationCredential> there, String name) {
        return there.stream()
                .filter(credential -> credential.name().equals(name))
                .findFirst();
    }

    /** An application credential with this secret: the one that was made before a crash, or a new one. */
    String minted(String secret) throws IdentityFailure {
        var name = name(secret);
        var made = named(own.applicationCredentials(), name);
        if (made.isPresent()) {
            if (visit.opens(new CredentialKey(made.get().id(), secret))) {
                return made.get().id();
            }
            own.deleteApplicationCredential(made.get().id());
        }
        return own.mint(name, visit.mark().description(), secret, entry.roles());
    }

    private void sweep(List<ApplicationCredential> there, ApplicationCredential present) throws IdentityFailure {
        if (visit.work().now().isBefore(secret.minted().plus(GRACE))) {
            return;
        }
        for (var credential : there) {
            if (!credential.equals(present) && visit.mark().isIn(credential.description())) {
                own.deleteApplicationCredential(credential.id());
            }
        }
    }
}
