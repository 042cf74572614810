package io.c5c3.api.common;

import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * How a service logs in to Keystone. Without {@code authUrl}, at the only Keystone of the namespace.
 *
 * @param authUrl the URL of Keystone, with /v3
 * @param appCredentialRef the Secret with the application credential; {@code <service>-keystone-credentials} by default
 * @param region where the service looks for others; Keystone's own by default
 */
public record KeystoneAuth(
        @Pattern("^https?://\\S+$") @Nullable String authUrl,
        @Nullable AppCredentialRef appCredentialRef,

        @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$") @Nullable
        String region) {

    @SuppressWarnings("NullAway")
    public static final KeystoneAuth UNSET = new KeystoneAuth(null, null, null);

    /**
     * The Secret with the application credential; its name may be written either way.
     *
     * @param secretName the name of the Secret
     * @param name another word for secretName
     */
    @ValidationRule(
            value = "has(self.secretName) != has(self.name)",
            message =
                    "write keystone.appCredentialRef.secretName, the name of the Secret with the application credential")
    public record AppCredentialRef(
            @Nullable String secretName, @Nullable String name) {}

    /** The Secret with the application credential. */
    public String secret(String service) {
        if (appCredentialRef != null && appCredentialRef.secretName() != null) {
            return appCredentialRef.secretName();
        }
        return appCredentialRef != null && appCredentialRef.name() != null
                ? appCredentialRef.name()
                : service + "-keystone-credentials";
    }
}
