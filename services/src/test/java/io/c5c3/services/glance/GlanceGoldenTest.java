package io.c5c3.services.glance;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GlanceGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(
                new GlanceBlueprint(), "glance/minimal", Golden.facts(Neighbours.keystone(), Neighbours.memcached(1)));
    }

    @Test
    void asTheDesignShowsIt() {
        Golden.check(new GlanceBlueprint(), "glance/seed");
    }

    @Test
    void withSeveralStores() {
        Golden.check(new GlanceBlueprint(), "glance/stores", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        var policy = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("glance-policy")
                .endMetadata()
                .withData(Map.of("policy.yaml", "publicize_image: role:librarian\n"))
                .build();
        Golden.check(new GlanceBlueprint(), "glance/full", Golden.facts(Neighbours.keystone(), policy));
    }
}
