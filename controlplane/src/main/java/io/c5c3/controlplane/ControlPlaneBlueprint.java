package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/** A cloud, in the words of c5c3.io. */
public final class ControlPlaneBlueprint implements Blueprint<ControlPlane> {

    static final String OPERATOR = "c5c3";

    @Override
    public Class<ControlPlane> kind() {
        return ControlPlane.class;
    }

    @Override
    public String operator() {
        return OPERATOR;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return CloudPlan.USES;
    }

    @Override
    public Plan plan(ControlPlane plane, Facts facts) {
        return new CloudPlan(Faces.cloud(plane), facts).plan();
    }
}
