package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twenty rotations of the keys that sign tokens, one right after the other, with two replicas and a client that never rests. All keys are
 * kept, so that a token is refused only if a pod does not know what another has signed with.
 */
class RotationBenchmark {

    private static final int ROTATIONS = 20;
    private static final String NAMESPACE = "openstack";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final Stage STAGE = new Stage("rotation");

    private static final Cli CLI = STAGE.cli();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void aPlaneWithTwoReplicas() throws IOException {
        var sample = Files.writeString(
                folder.resolve("two.yaml"),
                Files.readString(Repository.file("samples/identity.yaml"))
                        .replace("keystone:\n      replicas: 1", "keystone:\n      replicas: 2")
                        .replace("maxActiveKeys: 3", "maxActiveKeys: " + 2 * ROTATIONS));
        assertThat(sample).content().contains("replicas: 2", "maxActiveKeys: 40");
        STAGE.up("-f", sample.toString());
    }

    @Test
    void noTokenIsLostAndNoPodRestarts() throws IOException {
        var client = STAGE.connect();
        var before = KeystonePods.restarts(client, NAMESPACE);
        var loop = CLI.start(inClient("python3", "-c", program()));
        var start = Instant.now();
        for (var i = 1; i <= ROTATIONS; i++) {
            rotate(client, "rotation-" + i);
        }
        System.out.println(ROTATIONS + " rotations in "
                + Duration.between(start, Instant.now()).toSeconds() + " s");
        CLI.run(inClient("touch", "/tmp/enough"));
        var count = CLI.wait(loop);
        System.out.println(count.both());
        assertThat(count.out()).contains("\"faults\": 0");
        assertThat(KeystonePods.restarts(client, NAMESPACE)).isEqualTo(before);
    }

    private static void rotate(KubernetesClient client, String request) {
        var keys = keys(client);
        client.resources(Keystone.class)
                .inNamespace(NAMESPACE)
                .withName("keystone")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"c5c3.io/rotate-fernet-keys\":\"" + request + "\"}}}");
        await(request).atMost(PATIENCE).until(() -> !keys(client).equals(keys));
    }

    private static Map<String, String> keys(KubernetesClient client) {
        return client.resources(Secret.class)
                .inNamespace(NAMESPACE)
                .withName("keystone-fernet-keys")
                .get()
                .getData();
    }

    private static String[] inClient(String... command) {
        return Cli.inside(NAMESPACE, "deploy/openstack-client", command);
    }

    private static String program() throws IOException {
        try (var stream = Objects.requireNonNull(RotationBenchmark.class.getResourceAsStream("tokens.py"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
