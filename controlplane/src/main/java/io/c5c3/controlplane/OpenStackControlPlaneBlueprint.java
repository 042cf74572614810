package io.c5c3.controlplane;

import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/** A cloud, asked for the other way. */
public final class OpenStackControlPlaneBlueprint implements Blueprint<OpenStackControlPlane> {

    @Override
    public Class<OpenStackControlPlane> kind() {
        return OpenStackControlPlane.class;
    }

    @Override
    public String operator() {
        return "c5c3";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return CloudPlan.USES;
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return CloudPlan.READS;
    }

    @Override
    public Plan plan(OpenStackControlPlane plane, Facts facts) {
        return new CloudPlan(new OpenStackTranslation(plane).cloud(), facts).plan();
    }
}
