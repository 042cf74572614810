package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.local.image.Images;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Pods that do nothing but try to connect: one for each of those who may come to the door of a server. */
record Probes(KubernetesClient client, String plane) {

    private static final long USER = 42424;

    private static final Map<String, String> OURS = Map.of("app.kubernetes.io/part-of", "cobaltcore");

    /** Says in one word how it went; a door that is shut answers nothing or a refusal, and nobody waits for it longer than that. */
    private static final String CONNECT = """
        import socket, sys
        try:
            socket.create_connection((sys.argv[1], int(sys.argv[2])), 3).close()
            print("connected")
        except OSError as problem:
            print("shut", problem)
        """;

    /** Somebody who tries. */
    enum Caller {
        /** A pod of the plane. */
        PLANE("", OURS),
        /** In the plane's namespace, but no pod that an operator has made. */
        STRANGER("", Map.of()),
        /** Wears the label of a plane's pod in a namespace of its own. */
        IMPOSTOR("policy-impostor", OURS),
        /** Where the operators run, looking like one. */
        OPERATOR("c5c3-system", OURS);

        private final String namespace;
        private final Map<String, String> labels;

        Caller(String namespace, Map<String, String> labels) {
            this.namespace = namespace;
            this.labels = labels;
        }

        String pod() {
            return "policy-" + name().toLowerCase(java.util.Locale.ROOT);
        }

        String namespace(String plane) {
            return namespace.isEmpty() ? plane : namespace;
        }
    }

    void start() {
        client.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Caller.IMPOSTOR.namespace(plane))
                        .endMetadata()
                        .build())
                .serverSideApply();
        Stream.of(Caller.values())
                .forEach(caller -> client.resource(pod(caller)).serverSideApply());
        Stream.of(Caller.values())
                .forEach(caller -> client.pods()
                        .inNamespace(caller.namespace(plane))
                        .withName(caller.pod())
                        .waitUntilReady(3, TimeUnit.MINUTES));
    }

    void stop() {
        Stream.of(Caller.values())
                .forEach(caller ->
                        client.resource(pod(caller)).withGracePeriod(0).delete());
        client.namespaces().withName(Caller.IMPOSTOR.namespace(plane)).delete();
    }

    private Pod pod(Caller caller) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(caller.pod())
                .withNamespace(caller.namespace(plane))
                .withLabels(caller.labels)
                .endMetadata()
                .withNewSpec()
                .withAutomountServiceAccountToken(false)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(USER)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .addNewContainer()
                .withName("probe")
                .withImage(Images.reference("openstackclient"))
                .withImagePullPolicy("IfNotPresent")
                .withCommand("sleep", "infinity")
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .addToDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .build();
    }

    /** A firewall hears of a new pod a moment later than the pod itself runs: whoever may is let in soon. */
    void may(Caller caller, String address, int port) {
        Awaitility.await(caller + " to reach " + address + ":" + port)
                .atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(attempt(caller, address, port)).isEqualTo("connected"));
    }

    /** Whoever may not is never let in, not even in the beginning. */
    void mayNot(Caller caller, String address, int port) {
        assertThat(attempt(caller, address, port))
                .as("%s at %s:%d", caller, address, port)
                .startsWith("shut");
    }

    private String attempt(Caller caller, String address, int port) {
        var output = new ByteArrayOutputStream();
        try (var running = client.pods()
                .inNamespace(caller.namespace(plane))
                .withName(caller.pod())
                .writingOutput(output)
                .exec("python3", "-c", CONNECT, address, String.valueOf(port))) {
            running.exitCode().get(60, TimeUnit.SECONDS);
            return output.toString(StandardCharsets.UTF_8).strip();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The address of a server's own, not of its Service: policies are about pods. */
    String address(Map<String, String> labels) {
        List<Pod> pods =
                client.pods().inNamespace(plane).withLabels(labels).list().getItems();
        return pods.stream()
                .filter(Stage::ready)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no pod with " + labels + " is ready"))
                .getStatus()
                .getPodIP();
    }
}
