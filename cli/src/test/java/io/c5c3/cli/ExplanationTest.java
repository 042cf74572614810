package io.c5c3.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.local.LocalException;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    @Test
    void ownFailuresSpeakForThemselves() {
        assertThat(Explanation.text(new LocalException("Root is needed: use sudo.")))
                .isEqualTo("Root is needed: use sudo.");
    }

    @Test
    void aClusterThatDoesNotAnswer() {
        var problem =
                new KubernetesClientException("An error has occurred.", new ConnectException("Connection refused"));
        assertThat(Explanation.text(problem))
                .isEqualTo("The cluster does not answer (Connection refused)."
                        + " Start the local one with './c5c3 up', or check the one KUBECONFIG leads to.");
    }

    @Test
    void aClusterThatSaysNo() {
        assertThat(Explanation.text(refusal(401, "Unauthorized"))).startsWith("The cluster does not let you in");
        assertThat(Explanation.text(refusal(403, "pods is forbidden: User \"x\" cannot list")))
                .isEqualTo("You may not do this here: pods is forbidden: User \"x\" cannot list."
                        + " Use a kubeconfig with more rights, or ask who runs the cluster.");
        assertThat(Explanation.text(refusal(409, "it has changed"))).isEqualTo("The cluster refused: it has changed.");
    }

    @Test
    void whatNobodyThoughtOf() {
        assertThat(Explanation.text(new IllegalStateException()))
                .isEqualTo(
                        "Something unexpected happened: IllegalStateException Run the command again with C5C3_DEBUG=1 to see where, and report it.");
    }

    private static KubernetesClientException refusal(int code, String message) {
        return new KubernetesClientException(
                new StatusBuilder().withCode(code).withMessage(message).build());
    }
}
