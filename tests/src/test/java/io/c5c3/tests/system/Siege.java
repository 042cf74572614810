package io.c5c3.tests.system;

import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.cli.cluster.Operator;
import io.c5c3.engine.Conditions;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** A cloud of several nodes under blows, while somebody uses it without rest. The operator is killed with each blow, all copies of it. */
final class Siege implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration CALM = Duration.ofSeconds(10);

    /**
     * What came of one blow.
     *
     * @param ready how long after it was mended all was well again
     * @param said what the plane said of it
     * @param lost of what was acknowledged until then
     */
    record Round(int number, Blow blow, Duration logins, Duration writes, Duration ready, String said, int lost) {

        static final List<String> HEADER = List.of(
                "| round | what | longest without login | longest without write | Ready after | lost | what the plane said |",
                "|---|---|---|---|---|---|---|");

        String row() {
            return "| %d | %s | %.1f | %.1f | %.1f | %d | %s |"
                    .formatted(
                            number,
                            blow.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            seconds(logins),
                            seconds(writes),
                            seconds(ready),
                            lost,
                            said.replace("|", "/"));
        }

        private static double seconds(Duration duration) {
            return duration.toMillis() / 1000.0;
        }
    }

    private final Stage stage;
    private final ControlPlane plane;
    private final Blow.Field field;
    private final Ledger ledger;
    private final List<Round> rounds = new ArrayList<>();

    /** Of the only plane that there is. */
    Siege(Stage stage, RandomGenerator chance) throws IOException {
        this.stage = stage;
        var client = stage.connect();
        plane = client.resources(ControlPlane.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .getFirst();
        var namespace = plane.getMetadata().getNamespace();
        field = new Blow.Field(stage.cluster(), client, namespace, chance);
        ledger = new Ledger(
                stage.cli(),
                client,
                namespace,
                plane.getMetadata().getName(),
                field.nodes().getFirst());
    }

    Ledger ledger() {
        return ledger;
    }

    List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** Strikes, mends, and waits until all is well and stays so. */
    Round strike(Blow blow) {
        var number = rounds.size() + 1;
        System.out.println("round " + number + ": " + blow);
        var before = Instant.now();
        killOperator();
        var mend = blow.strike(field);
        var said = blow.told() ? awaitWord() : word();
        mend.run();
        var mended = Instant.now();
        ledger.goOn();
        awaitAllWell("round " + number + ", " + blow + ": all is well");
        var after = Instant.now();
        // What breaks late belongs to this round, too.
        await().pollDelay(CALM).atMost(PATIENCE).until(this::allWell);
        var round = new Round(
                number,
                blow,
                ledger.longestWithoutLogin(before, after),
                ledger.longestWithoutWrite(before, after),
                Duration.between(mended, after),
                said,
                ledger.lost().size());
        rounds.add(round);
        System.out.println(round.row());
        return round;
    }

    /** All copies, and their pods with them: what is killed every minute would soon wait for minutes until its kubelet tries again. */
    private void killOperator() {
        stage.cli().operatorPids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        new Operator(field.client())
                .pods()
                .forEach(pod -> field.client().resource(pod).withGracePeriod(0).delete());
    }

    private void awaitAllWell(String what) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(this::allWell);
    }

    private String awaitWord() {
        return await("the plane says what is wrong").atMost(PATIENCE).until(this::word, word -> !word.isEmpty());
    }

    /** What the plane says that is wrong; nothing if it is ready, or nobody can ask. */
    private String word() {
        try {
            return Conditions.of(field.client().resource(plane).get(), Conditions.READY)
                    .filter(ready -> !"True".equals(ready.getStatus()))
                    .map(ready -> ready.getReason() + ": " + ready.getMessage())
                    .orElse("");
        } catch (KubernetesClientException e) {
            return "";
        }
    }

    private boolean allWell() {
        var client = field.client();
        try {
            return Conditions.ready(client.resource(plane).get())
                    && client.nodes().list().getItems().stream()
                            .allMatch(node -> node.getStatus().getConditions().stream()
                                    .anyMatch(condition -> condition.getType().equals("Ready")
                                            && condition.getStatus().equals("True")))
                    && client.pods().inNamespace(field.namespace()).list().getItems().stream()
                            .filter(pod -> !"Succeeded".equals(pod.getStatus().getPhase())
                                    && !"Failed".equals(pod.getStatus().getPhase()))
                            .allMatch(Stage::ready);
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    @Override
    public void close() {
        ledger.leave();
    }
}
