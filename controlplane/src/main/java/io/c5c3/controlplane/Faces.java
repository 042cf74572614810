package io.c5c3.controlplane;

import static io.c5c3.api.openstack.OpenStackControlPlane.StorageBackend;

import io.c5c3.api.catalogue.Face;
import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.CinderBackendBuilder;
import io.c5c3.api.common.RbdBuilder;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.WorkersBuilder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.controlplane.Services;
import io.c5c3.api.controlplane.ServicesCinderBuilder;
import io.c5c3.api.controlplane.ServicesGlanceBuilder;
import io.c5c3.api.controlplane.ServicesKeystoneBuilder;
import io.c5c3.api.controlplane.ServicesNeutronBuilder;
import io.c5c3.api.controlplane.ServicesNovaBuilder;
import io.c5c3.api.controlplane.ServicesPlacementBuilder;
import io.c5c3.api.glance.GlanceStorageBuilder;
import io.c5c3.api.nova.NovaSchedulerBuilder;
import io.c5c3.api.openstack.OpenStackControlPlane;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where clouds come from: what a person wrote, in the words of either face, becomes what is asked for. */
final class Faces {

    private Faces() {}

    static Cloud cloud(ControlPlane plane) {
        var spec = plane.getSpec();
        var global = spec.global();
        return new Cloud(
                plane,
                Face.CobaltCore,
                global.region(),
                global.tls(),
                global.monitoring().enabled(),
                global.policyOverrides(),
                spec.deletionPolicy(),
                spec.infrastructure(),
                spec.services(),
                spec.cortex(),
                spec.tempest());
    }
}
