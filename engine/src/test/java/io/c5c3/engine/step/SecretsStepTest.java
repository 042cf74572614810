package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.glance.Glance;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsStepTest {

    private final Settable clock = new Settable(Instant.parse("2026-01-01T12:00:00Z"));
    private final SecretsStep step =
            new SecretsStep(List.of(new SecretsStep.Input("login", List.of("id", "secret"), "WaitingForLogin")));

    @Test
    void whoeverMadeAResourceByHandIsToldToMakeItsSecret() {
        assertThat(said(new ObjectMetaBuilder()))
                .isEqualTo("Secret/login does not exist: create it with the keys id, secret.");
    }

    @Test
    void aPlaneMakesTheSecretsOfItsChildren() {
        assertThat(said(new ObjectMetaBuilder()
                        .addNewOwnerReference()
                        .withKind("ControlPlane")
                        .withName("core")
                        .withController(true)
                        .endOwnerReference()))
                .isEqualTo(
                        "Secret/login does not exist yet: ControlPlane/core makes it, unless its spec names it; then create it"
                                + " with the keys id, secret.");
    }

    private String said(ObjectMetaBuilder metadata) {
        var glance = new Glance();
        glance.setMetadata(
                metadata.withName("glance").withNamespace("openstack").build());
        return step.run(new Work(glance, "glance", new MemoryCluster(clock), new Ports(), clock))
                .message();
    }
}
