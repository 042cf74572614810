package io.c5c3.services;

import io.c5c3.engine.Blueprint;
import io.c5c3.services.barbican.BarbicanBlueprint;
import io.c5c3.services.cinder.CinderBlueprint;
import io.c5c3.services.cortex.CortexBlueprint;
import io.c5c3.services.glance.GlanceBlueprint;
import io.c5c3.services.heat.HeatBlueprint;
import io.c5c3.services.horizon.HorizonBlueprint;
import io.c5c3.services.keystone.KeystoneBlueprint;
import io.c5c3.services.neutron.NeutronBlueprint;
import io.c5c3.services.nova.NovaBlueprint;
import io.c5c3.services.placement.PlacementBlueprint;
import io.c5c3.services.skyline.SkylineBlueprint;
import io.c5c3.services.tempest.TempestBlueprint;
import java.util.List;

/** The catalogue: one line per service. */
public final class Services {

    private Services() {}

    public static List<Blueprint<?>> all() {
        return List.of(
                new KeystoneBlueprint(),
                new GlanceBlueprint(),
                new PlacementBlueprint(),
                new BarbicanBlueprint(),
                new NeutronBlueprint(),
                new NovaBlueprint(),
                new CinderBlueprint(),
                new HeatBlueprint(),
                new HorizonBlueprint(),
                new SkylineBlueprint(),
                new TempestBlueprint(),
                new CortexBlueprint());
    }
}
