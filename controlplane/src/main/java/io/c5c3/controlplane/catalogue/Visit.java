package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.Identity;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentityRefused;
import io.c5c3.infrastructure.identity.IdentitySession;
import java.util.Optional;

/** One look at one Keystone, for one plane. */
record Visit(Work work, Door door, Mark mark, String region) {

    /** Empty if the password does not open the door. */
    Optional<IdentitySession> enter(IdentityLogin login) throws IdentityFailure {
        try {
            return Optional.of(identity().login(door.server(), login));
        } catch (IdentityRefused e) {
            if (e.isLogin()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    boolean opens(CredentialKey key) throws IdentityFailure {
        try {
            identity().verify(door.server(), key);
            return true;
        } catch (IdentityRefused e) {
            if (e.isLogin() || e.isMissing()) {
                return false;
            }
            throw e;
        }
    }

    private Identity identity() {
        return work.port(Identity.class);
    }
}
