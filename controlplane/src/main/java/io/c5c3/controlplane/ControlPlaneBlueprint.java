package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/** A cloud: what the plane asks for, and what there is to do for it. */
public final class ControlPlaneBlueprint implements Blueprint<ControlPlane> {

    @Override
    public Class<ControlPlane> kind() {
        return ControlPlane.class;
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
    public Plan plan(ControlPlane plane, Facts facts) {
        return ResourceController.toldIn(
                new CloudPlan(Translation.of(plane), facts).plan(),
                plane.getSpec().korc());
    }
}
