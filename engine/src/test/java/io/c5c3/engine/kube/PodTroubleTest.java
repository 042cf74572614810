package io.c5c3.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodTroubleTest {

    private static Pod failed(String message) {
        return new PodBuilder()
                .withNewMetadata()
                .withCreationTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .withNewStatus()
                .addNewContainerStatus()
                .withNewLastState()
                .withNewTerminated()
                .withExitCode(1)
                .withMessage(message)
                .endTerminated()
                .endLastState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    /** What people read is the cause; what the engine decides by is the line that a script of ours ended with. */
    @Test
    void theLastLineCountsWhateverWasLoggedAsAnErrorBefore() {
        var pod = failed("SomeError: of before\nDataLost: the volume is empty\n");

        assertThat(PodTrouble.lastWords(List.of(pod))).hasValue("SomeError: of before");
        assertThat(PodTrouble.endedWith(pod, "DataLost:")).isTrue();
        assertThat(PodTrouble.endedWith(failed("DataLost: said in passing\ndone\n"), "DataLost:"))
                .isFalse();
        assertThat(PodTrouble.endedWith(failed("  "), "DataLost:")).isFalse();
    }
}
