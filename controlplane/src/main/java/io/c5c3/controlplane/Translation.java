package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import java.util.List;

/** Where clouds come from: what a person wrote becomes what is asked for. */
final class Translation {

    private Translation() {}

    static Cloud of(ControlPlane plane) {
        var spec = plane.getSpec();
        var global = spec.global();
        return new Cloud(
                plane,
                Face.CONTROL_PLANE,
                global.region(),
                global.tls(),
                global.monitoring(),
                global.policyOverrides(),
                spec.deletionPolicy(),
                spec.infrastructure(),
                spec.services(),
                spec.cortex(),
                spec.tempest(),
                plane.mistakes(),
                List.of());
    }
}
