package io.c5c3.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.PodsBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import org.junit.jupiter.api.Test;

class PodTemplateTest {

    private static final Pods ASKED =
            PodsBuilder.builder(Defaults.of(Pods.class)).preStopSleepSeconds(7L).build();

    private final Container plain = new ContainerBuilder().withName("server").build();
    private final Container scripted = new ContainerBuilder(plain)
            .withNewLifecycle()
            .withNewPreStop()
            .withNewExec()
            .withCommand("sh", "/stop.sh")
            .endExec()
            .endPreStop()
            .endLifecycle()
            .build();

    @Test
    void whoIsNotAskedToStayLeavesAsItDoes() {
        assertThat(PodTemplate.leaving(plain, Defaults.of(Pods.class))).isEqualTo(plain);
        assertThat(PodTemplate.leaving(scripted, Defaults.of(Pods.class))).isEqualTo(scripted);
    }

    @Test
    void whoIsAskedToStaySleepsFirst() {
        assertThat(PodTemplate.leaving(plain, ASKED)
                        .getLifecycle()
                        .getPreStop()
                        .getSleep()
                        .getSeconds())
                .isEqualTo(7);
    }

    @Test
    void whatIsDoneAtTheEndIsDoneAfterwards() {
        assertThat(PodTemplate.leaving(scripted, ASKED)
                        .getLifecycle()
                        .getPreStop()
                        .getExec()
                        .getCommand())
                .containsExactly("sh", "-c", "sleep 7; exec \"$@\"", "leave", "sh", "/stop.sh");
    }
}
