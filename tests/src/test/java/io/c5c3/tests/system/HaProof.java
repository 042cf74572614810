package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Conditions;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cloud of three nodes under blows, with a client that uses it all the while: nothing that was acknowledged is lost, and it heals without a
 * hand. {@code ./mvnw verify -Pha}; {@code -Dha.rounds=} how many (30), {@code -Dha.seed=} which (the table names it), {@code -Dha.planes=} files
 * to lay over each other instead of an identity plane. The operator is killed in each round, too.
 */
class HaProof {

    private static final int ROUNDS = Integer.getInteger("ha.rounds", 30);
    private static final long SEED = Long.getLong("ha.seed", 20_260_101L);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration CALM = Duration.ofSeconds(10);

    private static final String THREE = """
            apiVersion: c5c3.io/v1alpha1
            kind: ControlPlane
            metadata: {name: identity, namespace: openstack}
            spec:
              infrastructure:
                mariadb: {replicas: 3, storageSize: 1Gi}
                memcached: {replicas: 3}
              services:
                keystone: {replicas: 3}
            """;

    /** How one went. */
    private record Round(
            int number, Blow blow, Duration logins, Duration writes, Duration ready, String said, int lost) {
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

    @RegisterExtension
    static final Stage STAGE = new Stage("ha");

    @TempDir
    private static Path folder;

    private final Random chance = new Random(SEED);
    private final List<Round> rounds = new ArrayList<>();
    private ControlPlane plane = new ControlPlane();

    @Test
    void nothingThatWasAcknowledgedIsLost() throws IOException {
        var words = new ArrayList<>(List.of("--nodes", "3"));
        for (var file : files()) {
            words.addAll(List.of("-f", file));
        }
        STAGE.up(words.toArray(String[]::new));
        var client = STAGE.connect();
        plane = client.resources(ControlPlane.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .getFirst();
        var namespace = plane.getMetadata().getNamespace();
        var field = new Blow.Field(STAGE.cluster(), client, namespace, chance);
        var ledger = new Ledger(
                STAGE.cli(),
                client,
                namespace,
                plane.getMetadata().getName(),
                field.nodes().getFirst());
        try {
            for (var number = 1; number <= ROUNDS; number++) {
                rounds.add(round(number, field, ledger));
                System.out.println(rounds.getLast().row());
            }
        } finally {
            report(ledger);
            ledger.leave();
        }
        assertThat(rounds).allSatisfy(round -> assertThat(round.lost()).isZero());
    }

    private static List<String> files() throws IOException {
        var given = System.getProperty("ha.planes", "");
        if (!given.isEmpty()) {
            return Stream.of(given.split(","))
                    .map(name -> Repository.file(name).toString())
                    .toList();
        }
        var three = Files.writeString(folder.resolve("three.yaml"), THREE);
        return List.of(Repository.file("samples/identity.yaml").toString(), three.toString());
    }

    private Round round(int number, Blow.Field field, Ledger ledger) {
        var blow = Blow.values()[chance.nextInt(Blow.values().length)];
        System.out.println("round " + number + ": " + blow);
        var before = Instant.now();
        STAGE.cli().operatorPid().flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
        var mend = blow.strike(field);
        var said = blow.told() ? awaitWord() : word();
        mend.run();
        var mended = Instant.now();
        ledger.goOn();
        await("the plane is ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> ready(field));
        var after = Instant.now();
        // What breaks late belongs to this round, too.
        await().pollDelay(CALM).atMost(PATIENCE).until(() -> ready(field));
        return new Round(
                number,
                blow,
                ledger.longestWithoutLogin(before, after),
                ledger.longestWithoutWrite(before, after),
                Duration.between(mended, after),
                said,
                ledger.lost().size());
    }

    private String awaitWord() {
        return await("the plane says what is wrong").atMost(PATIENCE).until(this::word, word -> !word.isEmpty());
    }

    /** What the plane says that is wrong; nothing if it is ready, or nobody can ask. */
    private String word() {
        try {
            var now = STAGE.connect().resource(plane).get();
            return Conditions.of(now, Conditions.READY)
                    .filter(ready -> !"True".equals(ready.getStatus()))
                    .map(ready -> ready.getReason() + ": " + ready.getMessage())
                    .orElse("");
        } catch (KubernetesClientException | IOException e) {
            return "";
        }
    }

    private boolean ready(Blow.Field field) {
        try {
            var client = field.client();
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

    private void report(Ledger ledger) throws IOException {
        var lines = new ArrayList<>(List.of(
                ROUNDS + " rounds, `-Dha.seed=" + SEED + "`: " + ledger.logins() + " logins, "
                        + ledger.acknowledged().size() + " writes acknowledged. Seconds.",
                "",
                "| round | what | longest without login | longest without write | Ready after | lost | what the plane said |",
                "|---|---|---|---|---|---|---|"));
        rounds.stream().map(Round::row).forEach(lines::add);
        lines.forEach(System.out::println);
        Files.write(Repository.file("tests/target/ha.md"), lines);
    }
}
