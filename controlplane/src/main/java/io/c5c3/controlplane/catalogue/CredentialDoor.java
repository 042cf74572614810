package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.rotation.Door;
import io.c5c3.engine.rotation.Login;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import java.util.Optional;

/** Keystone, for application credentials of one user that take turns. It names them itself, and tells nobody who is in with one. */
record CredentialDoor(Credentials credentials) implements Door<IdentityFailure> {

    @Override
    public Login make(Login login) throws IdentityFailure {
        return new Login(credentials.minted(login.password()), login.password());
    }

    @Override
    public Optional<String> refuses(Login login) throws IdentityFailure {
        return credentials.visit().opens(new CredentialKey(login.user(), login.password()))
                ? Optional.empty()
                : Optional.of("Keystone does not let it in");
    }

    @Override
    public boolean inUse(String id) {
        return false;
    }

    @Override
    public void drop(String id) throws IdentityFailure {
        credentials.drop(id);
    }
}
