package io.c5c3.services.skyline;

import static io.c5c3.api.catalogue.OpenStackService.CINDER;
import static io.c5c3.api.catalogue.OpenStackService.GLANCE;
import static io.c5c3.api.catalogue.OpenStackService.NEUTRON;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkylineGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(
                new SkylineBlueprint(),
                "skyline/minimal",
                Golden.facts(Neighbours.keystone(), Neighbours.answering(NEUTRON, "http")));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(
                new SkylineBlueprint(),
                "skyline/full",
                Golden.facts(
                        Neighbours.secret("pages-login", Map.of()),
                        Neighbours.answering(GLANCE, "https"),
                        Neighbours.answering(NEUTRON, "https"),
                        Neighbours.answering(CINDER, "https"),
                        Neighbours.answering(NOVA, "https")));
    }
}
