package io.c5c3.services;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where Keystone is: at the address that a resource names, else the only one of the namespace.
 *
 * @param authUrl its address with /v3; empty while it cannot be told
 * @param problem why it cannot be told yet, if so
 */
public record KeystonePlace(String authUrl, Optional<Outcome> problem) {

    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    public static KeystonePlace of(@Nullable String written, Facts facts) {
        if (written != null) {
            return new KeystonePlace(written, Optional.empty());
        }
        var all = facts.neighbours(Keystone.class);
        if (all.size() != 1) {
            return unknown(Outcome.waiting(
                    "WaitingForKeystone",
                    "There is " + (all.isEmpty() ? "no Keystone" : "more than one Keystone")
                            + " in the namespace: write keystone.authUrl."));
        }
        var keystone = all.getFirst();
        var status = keystone.getStatus();
        var endpoint = status == null ? null : status.endpoint();
        return endpoint == null
                ? unknown(Outcome.waiting("WaitingForKeystone", Ref.of(keystone) + " has no endpoint yet.")
                        .on(Ref.of(keystone)))
                : new KeystonePlace(endpoint + "/v3", Optional.empty());
    }

    private static KeystonePlace unknown(Outcome problem) {
        return new KeystonePlace("", Optional.of(problem));
    }

    /** The port that has to be open to reach it. */
    public int port() {
        if (authUrl.isEmpty()) {
            return HTTPS;
        }
        var uri = URI.create(authUrl);
        return uri.getPort() > 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? HTTPS : HTTP;
    }
}
