package io.c5c3.services.nova;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Plan;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the operator gives nova-scheduler to run, run: the command, the program and the options of the plan, with stand-ins for Nova's own
 * classes (src/test/python) and an endpoint that speaks Cortex's protocol.
 */
class HostRankingTest {

    private static final Path STAND_INS = Path.of("src/test/python").toAbsolutePath();

    @TempDir
    Path folder;

    private StandInCortex cortex;

    @BeforeEach
    void open() throws IOException {
        cortex = new StandInCortex();
    }

    @AfterEach
    void close() {
        cortex.close();
    }

    @Test
    void theAnswerIsTheOrderOfTheHosts() throws Exception {
        cortex.answers(200, Map.of("hosts", List.of("one", "three")));
        var said = run(Map.of());
        assertThat(said.path("hosts")).map(JsonNode::asText).containsExactly("one", "three");
        assertThat(said.path("program").asText()).isEqualTo("nova-scheduler");
        var question = cortex.questions().getFirst();
        assertThat(question.at("/hosts/0/host").asText()).isEqualTo("two");
        assertThat(question.at("/hosts/0/hypervisor_hostname").asText()).isEqualTo("two.example.com");
        assertThat(question.at("/weights/three").asDouble()).isEqualTo(2.0);
        assertThat(question.at("/spec/nova_object.data/instance_uuid").asText()).isEqualTo("i1");
        assertThat(question.at("/context/project_id").asText()).isEqualTo("p1");
        assertThat(question.toString()).doesNotContain("$ecret");
    }

    @Test
    void anEmptyAnswerMeansThatNoHostWillDo() throws Exception {
        cortex.answers(200, Map.of("hosts", List.of()));
        assertThat(run(Map.of()).path("hosts")).isEmpty();
    }

    @Test
    void hostsThatNobodyAskedAboutArePassedOver() throws Exception {
        cortex.answers(200, Map.of("hosts", List.of("four", "three", "three", "two")));
        assertThat(run(Map.of()).path("hosts")).map(JsonNode::asText).containsExactly("three", "two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "[]", "{\"hosts\": \"one\"}", "{\"hosts\": [1]}", "{}"})
    void anAnswerThatMakesNoSenseLeavesNovasOwnOrder(String answer) throws Exception {
        cortex.answers(200, answer);
        assertThat(run(Map.of()).path("hosts")).map(JsonNode::asText).containsExactly("two", "three", "one");
    }

    @Test
    void neitherDoesOneThatFailsOrIsAway() throws Exception {
        cortex.answers(500, Map.of("hosts", List.of("one")));
        assertThat(run(Map.of()).path("hosts")).map(JsonNode::asText).containsExactly("two", "three", "one");
        var endpoint = cortex.endpoint();
        cortex.close();
        assertThat(run(endpoint, Map.of()).path("hosts")).map(JsonNode::asText).containsExactly("two", "three", "one");
    }

    @Test
    void aNovaThatAsksByItselfIsStartedAsItIs() throws Exception {
        var said = run(Map.of("NOVA_ASKS_ITSELF", "yes"));
        assertThat(said.path("manager").asText()).isEqualTo("nova.scheduler.manager");
        assertThat(cortex.questions()).isEmpty();
    }

    @Test
    void withoutSomebodyToAskNothingOfThisIsThere() {
        var pod = pod(plan("{}"));
        assertThat(pod.getContainers().getFirst().getCommand()).containsExactly("nova-scheduler");
        assertThat(pod.getVolumes()).noneMatch(volume -> "ranking".equals(volume.getName()));
    }

    private JsonNode run(Map<String, String> env) throws Exception {
        return run(cortex.endpoint(), env);
    }

    private JsonNode run(String endpoint, Map<String, String> env) throws Exception {
        var plan = plan(
                "{scheduler: {externalScheduler: {enabled: true, endpoint: '" + endpoint + "', timeoutSeconds: 60}}}");
        var container = pod(plan).getContainers().getFirst();
        var mounted = mounted(plan, container);
        var command = container.getCommand().stream()
                .map(word -> word.replace(mounted.getMountPath(), folder.toString()))
                .toList();
        var process = new ProcessBuilder(command).directory(folder.toFile());
        process.environment().putAll(env);
        process.environment().put("PYTHONPATH", STAND_INS.toString());
        process.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        process.environment().put("NOVA_CONF", folder.resolve("nova.conf").toString());
        var running = process.redirectError(folder.resolve("stderr").toFile()).start();
        var said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(running.exitValue())
                .as(Files.readString(folder.resolve("stderr")))
                .isZero();
        return new ObjectMapper().readTree(said);
    }

    /** Puts nova.conf and the program where the container would find them, and tells where it would find the program. */
    private VolumeMount mounted(Plan plan, Container container) throws IOException {
        for (var object : objects(plan, "ConfigReady")) {
            if (object instanceof ConfigMap map && !map.getMetadata().getName().contains("-db-config-")) {
                for (var file : map.getData().entrySet()) {
                    Files.writeString(folder.resolve(file.getKey()), file.getValue());
                }
            }
        }
        return container.getVolumeMounts().stream()
                .filter(mount -> "ranking".equals(mount.getName()))
                .findFirst()
                .orElseThrow();
    }

    private static Plan plan(String spec) {
        var nova = Neighbours.nova(spec);
        nova.getMetadata().setGeneration(1L);
        return new NovaBlueprint().plan(nova, Golden.facts(Neighbours.keystone()));
    }

    private static PodSpec pod(Plan plan) {
        return objects(plan, "SchedulerReady").stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow()
                .getSpec()
                .getTemplate()
                .getSpec();
    }

    private static List<HasMetadata> objects(Plan plan, String condition) {
        return plan.entries().stream()
                .filter(entry -> entry.condition().equals(condition))
                .map(Plan.Entry::step)
                .flatMap(step -> step.objects().stream())
                .toList();
    }
}
