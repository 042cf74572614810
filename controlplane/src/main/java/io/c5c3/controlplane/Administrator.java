package io.c5c3.controlplane;

import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.controlplane.ControlPlane;
import java.util.Objects;

/** Who may do everything in a plane. */
record Administrator(ControlPlane plane) {

    String user() {
        return Objects.requireNonNullElse(plane.getSpec().services().keystone().adminUser(), "admin");
    }

    SecretKeyRef password() {
        return Objects.requireNonNullElse(
                plane.getSpec().services().keystone().adminPasswordSecretRef(),
                new SecretKeyRef("keystone-admin-credentials", "password"));
    }
}
