package io.c5c3.services.tempest;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of a cloud that is elsewhere, in a cluster in memory. */
class TempestOperatorTest {

    private static final String PASSED = """
        {"started":"2026-01-01T02:00:00Z","report":"2026-01-01T02-00-00Z","seconds":2712,"passed":1247,"failed":0,"skipped":23,"total":1270,"failures":[]}\
        """;

    private static final String FAILED = """
        {"started":"2026-01-02T02:00:00Z","report":"2026-01-02T02-00-00Z","seconds":59,"passed":8,"failed":2,"skipped":1,"total":11,"failures":["a.b","c.d"],"skips":["e.f: no swift"]}\
        """;

    private static final String MANY = """
        {"started":"2026-01-05T02:00:00Z","report":"2026-01-05T02-00-00Z","seconds":59,"passed":1,"failed":200,"skipped":0,"total":201,"leftOut":"97 tests, since tests.guestAccess is false","failures":["a.b","c.d","e.f","g.h"]}\
        """;

    private static final String STOPPED = """
        {"started":"2026-01-06T02:00:00Z","report":"2026-01-06T02-00-00Z","seconds":59,"passed":8,"failed":0,"skipped":1,"total":9,"stopped":"somebody ended it","failures":[]}\
        """;

    private final Simulation simulation = new Simulation(List.of(new TempestBlueprint()), new Ports());

    @BeforeEach
    void given() {
        simulation.add(Neighbours.login("tempest"));
        var tempest = new Tempest();
        tempest.getMetadata().setName("tempest");
        tempest.setSpec(spec("{schedule: '0 2 * * *', keystone: {authUrl: 'http://keystone.example.com/v3'}}"));
        simulation.add(tempest);
    }

    @Test
    void isReadyBeforeTheFirstRunAndThenRests() {
        simulation.settle();
        assertThat(Conditions.ready(tempest()))
                .as("%s", Conditions.of(tempest()))
                .isTrue();
        assertThat(reason("TestsPassed")).isEqualTo("NoRunYet");
        assertThat(simulation.find(CronJob.class, "tempest")).isPresent();
        assertThat(simulation.find(PersistentVolumeClaim.class, "tempest-results"))
                .isPresent();
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void theStatusTellsTheLastRunAndRemembersIt() {
        simulation.settle();
        ended("tempest-1-x", "2026-01-01T02:00:00Z", 0, PASSED);
        simulation.settle();
        var status = Conditions.status(tempest());
        assertThat(status.path("lastRun").asText()).isEqualTo("2026-01-01T02:00:00Z");
        assertThat(status.path("lastDuration").asText()).isEqualTo("45m12s");
        assertThat(status.path("report").asText()).isEqualTo("2026-01-01T02-00-00Z");
        assertThat(status.path("results").toString())
                .isEqualTo("{\"passedTests\":1247,\"failedTests\":0,\"skippedTests\":23,\"totalTests\":1270}");
        assertThat(reason("TestsPassed")).isEqualTo("TestsPassed");
        simulation.cluster().take(Ref.of(Pod.class, Simulation.NAMESPACE, "tempest-1-x"));
        simulation.settle();
        assertThat(message("TestsPassed")).isEqualTo("1247 of 1270 tests passed, 23 skipped.");
    }

    @Test
    void testsThatFailAreNamedAndTheResourceStaysReady() {
        simulation.settle();
        ended("tempest-1-x", "2026-01-01T02:00:00Z", 0, PASSED);
        ended("tempest-2-y", "2026-01-02T02:00:00Z", 1, FAILED);
        simulation.settle();
        assertThat(reason("TestsPassed")).isEqualTo("TestsFailed");
        assertThat(message("TestsPassed")).endsWith("2 failed: a.b, c.d.");
        assertThat(Conditions.status(tempest()).path("failures").toString()).isEqualTo("[\"a.b\",\"c.d\"]");
        assertThat(Conditions.status(tempest()).path("skips").toString()).isEqualTo("[\"e.f: no swift\"]");
        assertThat(Conditions.ready(tempest())).isTrue();
        assertThat(Conditions.status(tempest()).has("blockedBy")).isFalse();
    }

    @Test
    void itIsToldWhereTheOthersAreAndWhatWasNotRun() {
        simulation.settle();
        ended("tempest-1-x", "2026-01-05T02:00:00Z", 1, MANY);
        simulation.settle();
        assertThat(message("TestsPassed"))
                .isEqualTo("1 of 201 tests passed, 0 skipped, 200 failed: a.b, c.d, e.f and 197 more;"
                        + " './c5c3 tempest report tempest' fetches the report that has all of them."
                        + " Left out: 97 tests, since tests.guestAccess is false.");
        assertThat(Conditions.status(tempest()).path("failures")).hasSize(4);
        assertThat(Conditions.status(tempest()).path("leftOut").asText())
                .isEqualTo("97 tests, since tests.guestAccess is false");
        simulation.cluster().take(Ref.of(Pod.class, Simulation.NAMESPACE, "tempest-1-x"));
        simulation.settle();
        assertThat(message("TestsPassed")).endsWith(" Left out: 97 tests, since tests.guestAccess is false.");
    }

    @Test
    void aRunThatBreaksOffIsNoResult() {
        simulation.settle();
        ended("tempest-1-x", "2026-01-01T02:00:00Z", 0, PASSED);
        ended(
                "tempest-2-y",
                "2026-01-03T02:00:00Z",
                1,
                "noise\nKeystone does not let the credential in (status 401)\n");
        simulation.settle();
        assertThat(reason("TestsPassed")).isEqualTo("RunBrokeOff");
        assertThat(message("TestsPassed")).endsWith(": Keystone does not let the credential in (status 401)");
        var status = Conditions.status(tempest());
        assertThat(status.path("lastRun").asText()).isEqualTo("2026-01-03T02:00:00Z");
        assertThat(status.has("results")).isFalse();
        assertThat(status.has("report")).isFalse();
    }

    @Test
    void aRunCanBeAskedForAndIsMadeOnce() {
        simulation.settle();
        assertThat(runs()).isEmpty();
        ask("now");
        simulation.settle();
        assertThat(runs()).hasSize(1);
        assertThat(reason("RunReady")).isEqualTo("RunComplete");
        assertThat(Conditions.status(tempest()).path("lastRequest").asText()).isEqualTo("now");
        var first = runs().getFirst();
        simulation.cluster().take(Ref.of(first));
        simulation.settle();
        assertThat(runs()).as("tidied away, and not made again").isEmpty();
        ask("and again");
        simulation.settle();
        assertThat(runs()).hasSize(1);
        assertThat(runs().getFirst().getMetadata().getName())
                .isNotEqualTo(first.getMetadata().getName());
    }

    @Test
    void aRunWhoseJobIsDeletedIsStoppedAndNotMadeAgain() {
        ask("now");
        simulation.settle();
        var name = runs().getFirst().getMetadata().getName();
        ask("another");
        simulation.hold("tempest-run-" + Digest.of("another"));
        simulation.settle();
        assertThat(reason("RunReady")).isEqualTo("RunInProgress");
        assertThat(Conditions.status(tempest()).path("takenRequest").asText()).isEqualTo("another");
        assertThat(Conditions.status(tempest()).path("lastRequest").asText()).isEqualTo("now");
        runs().stream()
                .filter(job -> !job.getMetadata().getName().equals(name))
                .forEach(job -> simulation.cluster().take(Ref.of(job)));
        simulation.settle();
        assertThat(runs())
                .extracting(job -> job.getMetadata().getName())
                .doesNotContain("tempest-run-" + Digest.of("another"));
        assertThat(reason("RunReady")).isEqualTo("RunStopped");
        assertThat(message("RunReady")).startsWith("The run that was asked for (another) was stopped: ");
        assertThat(Conditions.status(tempest()).path("lastRequest").asText()).isEqualTo("another");
        simulation.lookAtEverything();
        assertThat(reason("RunReady")).as("remembered").isEqualTo("RunStopped");
        ask("now again");
        simulation.settle();
        assertThat(reason("RunReady")).isEqualTo("RunComplete");
        assertThat(Conditions.status(tempest()).has("takenRequest")).isFalse();
    }

    @Test
    void whatARunFoundBeforeItWasStoppedIsKept() {
        simulation.settle();
        ended("tempest-1-x", "2026-01-06T02:00:00Z", 1, STOPPED);
        simulation.settle();
        assertThat(reason("TestsPassed")).isEqualTo("RunStopped");
        assertThat(message("TestsPassed"))
                .isEqualTo("The run was stopped (somebody ended it); until then, 8 of 9 tests passed, 1 skipped.");
        assertThat(Conditions.status(tempest()).path("stopped").asText()).isEqualTo("somebody ended it");
        simulation.cluster().take(Ref.of(Pod.class, Simulation.NAMESPACE, "tempest-1-x"));
        simulation.settle();
        assertThat(reason("TestsPassed")).isEqualTo("RunStopped");
    }

    @Test
    void waitsForACredentialOfEitherKind() {
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "tempest-keystone-credentials"));
        ask("now");
        simulation.settle();
        assertThat(reason("SecretsReady")).isEqualTo("WaitingForKeystoneCredentials");
        assertThat(runs()).isEmpty();
        simulation.add(
                Neighbours.secret("tempest-keystone-credentials", Map.of("username", "admin", "password", "a $ecret")));
        simulation.settle();
        assertThat(runs()).hasSize(1);
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain("a $ecret");
            }
        });
    }

    @Test
    void withoutAScheduleThereAreOnlyRunsThatWereAskedFor() {
        change("{keystone: {authUrl: 'http://keystone.example.com/v3'}}");
        simulation.settle();
        assertThat(simulation.find(CronJob.class, "tempest")).isEmpty();
        assertThat(Conditions.ready(tempest())).isTrue();
    }

    @Test
    void aMistakeIsToldAndChangesNothing() {
        simulation.settle();
        var before = simulation.find(CronJob.class, "tempest").orElseThrow().getSpec();
        change("{schedule: '0 2 * * *', keystone: {authUrl: 'http://keystone.example.com/v3'}, tests: {includeRegex:"
                + " '('}}");
        simulation.settle();
        assertThat(reason("ConfigReady")).isEqualTo("InvalidExpression");
        assertThat(simulation.find(CronJob.class, "tempest").orElseThrow().getSpec())
                .isEqualTo(before);
    }

    private List<Job> runs() {
        return simulation.cluster().list(Job.class, Simulation.NAMESPACE, Map.of());
    }

    private void ask(String what) {
        simulation
                .cluster()
                .edit(
                        Tempest.class,
                        Simulation.NAMESPACE,
                        "tempest",
                        found -> found.getMetadata().setAnnotations(Map.of(Tempest.RUN, what)));
    }

    private void ended(String pod, String started, int code, String message) {
        simulation.add(new PodBuilder()
                .withNewMetadata()
                .withName(pod)
                .withLabels(Map.of(
                        "app.kubernetes.io/name", "tempest",
                        "app.kubernetes.io/instance", "tempest",
                        "app.kubernetes.io/component", "run",
                        "app.kubernetes.io/managed-by", "c5c3"))
                .endMetadata()
                .withNewStatus()
                .addNewContainerStatus()
                .withName("run")
                .withNewState()
                .withNewTerminated()
                .withExitCode(code)
                .withStartedAt(started)
                .withFinishedAt("2026-01-04T00:00:00Z")
                .withMessage(message)
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build());
    }

    private void change(String spec) {
        simulation.cluster().edit(Tempest.class, Simulation.NAMESPACE, "tempest", found -> found.setSpec(spec(spec)));
    }

    private static Tempest.Spec spec(String yaml) {
        return Json.KUBERNETES.unmarshal("# YAML\n" + yaml, Tempest.Spec.class);
    }

    private Tempest tempest() {
        return simulation.find(Tempest.class, "tempest").orElseThrow();
    }

    private String reason(String condition) {
        return Conditions.of((HasMetadata) tempest(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of((HasMetadata) tempest(), condition).orElseThrow().getMessage();
    }
}
