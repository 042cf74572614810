package io.c5c3.controlplane;

import io.c5c3.api.common.SecretKeyRef;
import java.util.Objects;

/** Who may do everything in a plane. */
record Administrator(Cloud cloud) {

    String user() {
        return Objects.requireNonNullElse(cloud.services().keystone().adminUser(), "admin");
    }

    SecretKeyRef password() {
        return Objects.requireNonNullElse(
                cloud.services().keystone().adminPasswordSecretRef(),
                new SecretKeyRef("keystone-admin-credentials", "password"));
    }
}
