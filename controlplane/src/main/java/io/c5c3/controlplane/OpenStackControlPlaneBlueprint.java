package io.c5c3.controlplane;

import io.c5c3.api.openstack.OpenStackControlPlane;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/** A cloud, in the words of openstack.k8s.io. */
public final class OpenStackControlPlaneBlueprint implements Blueprint<OpenStackControlPlane> {

    @Override
    public Class<OpenStackControlPlane> kind() {
        return OpenStackControlPlane.class;
    }

    @Override
    public String operator() {
        return ControlPlaneBlueprint.OPERATOR;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return CloudPlan.USES;
    }

    @Override
    public Plan plan(OpenStackControlPlane plane, Facts facts) {
        return new CloudPlan(Faces.cloud(plane), facts).plan();
    }
}
