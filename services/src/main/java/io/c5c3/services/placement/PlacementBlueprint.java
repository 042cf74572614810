package io.c5c3.services.placement;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.services.ApiPlan;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;

/** What resources there are and who took them: an API over a database, and nothing else. */
public final class PlacementBlueprint implements Blueprint<Placement> {

    @Override
    public Class<Placement> kind() {
        return Placement.class;
    }

    @Override
    public String operator() {
        return OpenStackService.PLACEMENT.id();
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return ApiSteps.uses();
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return DependsOn.KINDS;
    }

    @Override
    public Plan plan(Placement placement, Facts facts) {
        var spec = placement.getSpec();
        return new ApiPlan(OpenStackService.PLACEMENT, placement, spec, spec.keystone(), facts)
                .databaseIn("placement_database")
                .options(ini -> ini.set("api", "auth_strategy", "keystone"))
                .sync("placement-manage", "db", "sync")
                .serving("placement.wsgi.api", "/", "/")
                .build();
    }
}
