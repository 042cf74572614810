package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Conditions;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** OpenStack's own tests, the small set, over everything the core cloud has. Takes a quarter of an hour. */
class TempestBenchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    @RegisterExtension
    static final Stage STAGE = new Stage("tempest");

    @TempDir
    private static Path folder;

    @Test
    void nothingIsFoundWrong() throws IOException {
        var tested = Files.writeString(
                folder.resolve("tested.yaml"),
                Files.readString(Repository.file("samples/core.yaml"))
                        + "  tempest: {enabled: true, tests: {smoke: true}}\n");
        STAGE.up("-f", tested.toString());
        var tempest = STAGE.connect()
                .resources(Tempest.class)
                .inNamespace("openstack")
                .withName("tempest");
        tempest.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"metadata\":{\"annotations\":{\"" + Tempest.RUN + "\":\"benchmark\"}}}");
        await("a run that has ended")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> Conditions.of(tempest.get(), "TestsPassed")
                        .filter(condition -> !"NoRunYet".equals(condition.getReason()))
                        .isPresent());
        System.out.println(Conditions.status(tempest.get()).toPrettyString());
        assertThat(Conditions.of(tempest.get(), "TestsPassed").orElseThrow().getStatus())
                .isEqualTo("True");
    }
}
