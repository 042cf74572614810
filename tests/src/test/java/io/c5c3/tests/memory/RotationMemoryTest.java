package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.CredentialRotation;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.rotation.Readers;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of a plane that others take the place of, with every operator at work. */
@Tag("memory")
class RotationMemoryTest {

    private static final String SMALL = "{}";
    private static final Duration DAY = Duration.ofDays(1);
    private static final List<String> DATABASES =
            List.of("Keystone", "Glance", "Placement", "Barbican", "Neutron", "Cinder", "Nova", "Heat");
    private static final List<String> LOGINS =
            List.of("Glance", "Placement", "Barbican", "Neutron", "Cinder", "Nova", "Heat");
    private static final List<String> QUEUES = List.of("Barbican", "Neutron", "Cinder", "Nova", "Heat");

    @Test
    void everyLoginOfAPlaneTakesItsTurn() {
        var plane = new Plane(Plane.CORE.replace(
                "nova: {enabled: true}", "nova: {enabled: true}, barbican: {enabled: true}, heat: {enabled: true}"));
        Lives.hypervisor(plane);
        Lives.settle(plane);
        assertThat(plane.ready()).as(plane.plane().getStatus().toString()).isTrue();
        DATABASES.forEach(kind -> rotate(plane, kind, "databaseUser", "{reMint: true, gracePeriodDays: 0}"));
        QUEUES.forEach(kind -> rotate(plane, kind, "brokerUser", "{reMint: true, gracePeriodDays: 0}"));
        var before = LOGINS.stream().map(kind -> credential(plane, kind)).toList();
        LOGINS.forEach(kind -> rotate(plane, kind, "applicationCredential", "{reMint: true, gracePeriodDays: 0}"));
        Lives.settle(plane);
        assertThat(LOGINS.stream().map(kind -> credential(plane, kind))).doesNotContainAnyElementsOf(before);
        Stream.of(
                        DATABASES.stream().map(kind -> name(kind, "databaseUser")),
                        QUEUES.stream().map(kind -> name(kind, "brokerUser")),
                        LOGINS.stream().map(kind -> name(kind, "applicationCredential")))
                .flatMap(names -> names)
                .forEach(name -> {
                    assertThat(plane.why(CredentialRotation.class, name))
                            .as("%s: %s", name, status(plane, name))
                            .isEqualTo("True Everything is ready.");
                    assertThat(status(plane, name).rotations()).as(name).isEqualTo(1);
                    assertThat(status(plane, name).previousCredential())
                            .as(name)
                            .isNull();
                });
        assertThat(plane.ready()).isTrue();
        var sql = plane.sql.users(address(plane, "mariadb"));
        var queues = plane.broker.users(address(plane, "rabbitmq-client"));
        DATABASES.stream().map(kind -> kind.toLowerCase(Locale.ROOT)).forEach(user -> {
            assertThat(sql).contains(user + "_b").doesNotContain(user);
            assertThat(login(plane, user + "-db-credentials")).isEqualTo(user + "_b");
        });
        QUEUES.stream().map(kind -> kind.toLowerCase(Locale.ROOT)).forEach(user -> {
            assertThat(queues).contains(user + "_b").doesNotContain(user);
            assertThat(login(plane, user + "-rabbitmq-credentials")).isEqualTo(user + "_b");
        });
        var writes = plane.simulation.cluster().writes().size();
        plane.simulation.lookAtEverything();
        assertThat(plane.simulation.cluster().writes().size()).isEqualTo(writes);
    }

    @Test
    void oneThatRestsChangesNothingOfTheService() {
        var plane = settled();
        var template = template(plane);
        rotate(plane, "Keystone", "databaseUser", "{schedule: {}}");
        assertThat(condition(plane, "RotationScheduled").getMessage())
                .isEqualTo("The next rotation begins at 2026-03-25T00:00:00Z.");
        assertThat(plane.simulation.find(Secret.class, "keystone-db-credentials-rotation"))
                .isEmpty();
        assertThat(template(plane)).isEqualTo(template);
    }

    @Test
    void theScheduleBringsItAndThePodsAreSeenOnIt() {
        var plane = settled();
        rotate(
                plane,
                "Keystone",
                "databaseUser",
                "{schedule: {intervalDays: 30, preRotationDays: 5}, gracePeriodDays: 2}");
        plane.simulation.hold("keystone-api");
        plane.simulation.clock().advance(DAY.multipliedBy(25).plusSeconds(1));
        plane.simulation.settle();
        assertThat(condition(plane, "CredentialReady").getReason()).isEqualTo("RolloutInProgress");
        assertThat(condition(plane, "CredentialReady").getMessage()).contains("Pod/keystone-api-0 may still have");
        assertThat(status(plane).waitingFor()).contains("Pod/keystone-api-0");
        assertThat(id(status(plane).currentCredential())).isEqualTo("keystone_b");
        assertThat(id(status(plane).previousCredential())).isEqualTo("keystone");
        // However long that takes, nothing is revoked.
        plane.simulation.clock().advance(DAY.multipliedBy(3));
        plane.simulation.settle();
        assertThat(users(plane)).contains("keystone", "keystone_b");

        plane.simulation.mend("keystone-api");
        plane.simulation.settle();
        assertThat(condition(plane, "CredentialReady").getReason()).isEqualTo("GracePeriod");
        assertThat(plane.simulation
                        .find(Pod.class, "keystone-api-0")
                        .orElseThrow()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry(Readers.TURNS, "keystone-db-credentials=1");
        // The time in which both are good is that before the end of the interval and the grace period.
        plane.simulation.clock().advance(DAY.multipliedBy(6));
        plane.simulation.settle();
        assertThat(users(plane)).contains("keystone");
        plane.simulation.clock().advance(DAY.plusSeconds(1));
        plane.simulation.settle();
        assertThat(users(plane)).containsExactly("keystone_b");
        assertThat(condition(plane, "CredentialReady").getReason()).isEqualTo("CredentialValid");
    }

    @Test
    void aWordFromAPersonIsMetOnce() {
        var plane = settled();
        rotate(plane, "Keystone", "databaseUser", "{gracePeriodDays: 0}");
        assertThat(condition(plane, "RotationScheduled").getReason()).isEqualTo("NoRotationNeeded");
        say(plane, "now");
        assertThat(status(plane).rotations()).isEqualTo(1);
        plane.simulation.clock().advance(DAY);
        plane.simulation.settle();
        assertThat(status(plane).rotations()).isEqualTo(1);
        say(plane, "once more");
        assertThat(status(plane).rotations()).isEqualTo(2);
        assertThat(users(plane)).containsExactly("keystone");
    }

    @Test
    void whilePausedNoneBeginsAndOneThatHasBegunEnds() {
        var plane = settled();
        rotate(plane, "Keystone", "databaseUser", "{paused: true, reMint: true, gracePeriodDays: 0}");
        assertThat(status(plane).rotations()).isZero();
        assertThat(condition(plane, "RotationScheduled").getReason()).isEqualTo("Paused");
        rotate(plane, "Keystone", "databaseUser", "{reMint: true}");
        assertThat(status(plane).rotations()).isEqualTo(1);
        rotate(plane, "Keystone", "databaseUser", "{paused: true}");
        plane.simulation.clock().advance(DAY.plusSeconds(1));
        plane.simulation.settle();
        assertThat(users(plane)).containsExactly("keystone_b");
    }

    @Test
    void theSecondIsRefusedAndNamesTheFirst() {
        var plane = settled();
        rotate(plane, "Keystone", "databaseUser", "{reMint: true}");
        rotate(plane, "second", "Keystone", "databaseUser", "{reMint: true}");
        var refused = Conditions.of(
                        plane.simulation
                                .find(CredentialRotation.class, "second")
                                .orElseThrow(),
                        "RotationScheduled")
                .orElseThrow();
        assertThat(refused.getReason()).isEqualTo("NameTaken");
        assertThat(refused.getMessage()).contains("CredentialRotation/keystone-databaseuser");
        assertThat(status(plane).rotations()).isEqualTo(1);
        plane.simulation
                .cluster()
                .take(Ref.of(CredentialRotation.class, Simulation.NAMESPACE, name("Keystone", "databaseUser")));
        plane.simulation.clock().advance(DAY.plusSeconds(1));
        plane.simulation.settle();
        assertThat(status(plane, "second").rotations()).isEqualTo(2);
    }

    @Test
    void oneThatIsDeletedInTheMiddleIsBroughtToItsEnd() {
        var plane = settled();
        plane.simulation.hold("keystone-api");
        rotate(plane, "Keystone", "databaseUser", "{reMint: true}");
        assertThat(users(plane)).hasSize(2);
        plane.simulation
                .cluster()
                .take(Ref.of(CredentialRotation.class, Simulation.NAMESPACE, name("Keystone", "databaseUser")));
        plane.simulation.settle();
        assertThat(plane.simulation.find(ConfigMap.class, "keystone-db-credentials-rotation"))
                .isEmpty();
        plane.simulation.mend("keystone-api");
        plane.simulation.settle();
        plane.simulation.clock().advance(DAY.plusSeconds(1));
        plane.simulation.settle();
        assertThat(users(plane)).containsExactly("keystone_b");
        assertThat(plane.ready()).isTrue();
    }

    /** A schedule does not wait for the day that a wrong clock once showed. */
    @ParameterizedTest
    @ValueSource(ints = {-400, 400})
    void aClockThatJumpsAndComesBackHoldsUpNothing(int days) {
        var plane = settled();
        rotate(plane, "Keystone", "databaseUser", "{schedule: {intervalDays: 30}, gracePeriodDays: 0}");
        plane.simulation.clock().advance(DAY.multipliedBy(days));
        plane.simulation.settle();
        plane.simulation.clock().advance(DAY.multipliedBy(-days));
        plane.simulation.settle();
        var before = status(plane).rotations();
        plane.simulation.clock().advance(DAY.multipliedBy(31));
        plane.simulation.settle();
        plane.simulation.clock().advance(DAY.multipliedBy(8));
        plane.simulation.settle();
        assertThat(status(plane).rotations()).isEqualTo(Objects.requireNonNull(before) + 1);
        assertThat(users(plane)).hasSize(1);
        assertThat(plane.ready()).isTrue();
    }

    @Test
    void aLoginThatDoesNotWorkLeavesTheOldOneAndSaysSo() {
        var plane = settled();
        plane.sql.refuse("keystone_b", true);
        rotate(plane, "Keystone", "databaseUser", "{reMint: true}");
        assertThat(condition(plane, "CredentialReady").getReason()).isEqualTo("NewLoginRefused");
        assertThat(condition(plane, "CredentialReady").getMessage()).contains("User keystone stays in use");
        assertThat(id(status(plane).currentCredential())).isEqualTo("keystone");
        assertThat(id(status(plane).nextCredential())).isEqualTo("keystone_b");
        assertThat(plane.ready()).isTrue();
        assertThat(plane.simulation.cluster().events())
                .anyMatch(event -> event.warning() && "NewLoginRefused".equals(event.reason()));
    }

    @Test
    void anApplicationCredentialTakesItsTurnWhileKeystoneComesAndGoes() {
        var plane = withPlacement();
        var first = credential(plane, "Placement");
        plane.identity.away(true);
        rotate(plane, "Placement", "applicationCredential", "{reMint: true}");
        assertThat(credential(plane, "Placement")).isEqualTo(first);
        var name = name("Placement", "applicationCredential");
        assertThat(plane.why(CredentialRotation.class, name)).contains("has not begun the rotation");
        plane.identity.away(false);
        plane.simulation.settle();
        var second = credential(plane, "Placement");
        assertThat(second).isNotEqualTo(first);
        assertThat(id(status(plane, name).previousCredential())).isEqualTo(first);
        assertThat(condition(plane, name, "CredentialReady").getReason()).isEqualTo("GracePeriod");
        // Keystone's own sweep leaves both alone for as long as both are good.
        plane.simulation.clock().advance(Duration.ofHours(2));
        plane.simulation.settle();
        assertThat(plane.identity.changes()).doesNotContain("delete credential of placement");
        plane.identity.away(true);
        plane.simulation.clock().advance(DAY);
        plane.simulation.settle();
        assertThat(plane.identity.changes()).doesNotContain("delete credential of placement");
        plane.identity.away(false);
        plane.simulation.settle();
        assertThat(plane.identity.changes()).contains("delete credential of placement");
        assertThat(credential(plane, "Placement")).isEqualTo(second);
        assertThat(plane.why(CredentialRotation.class, name)).isEqualTo("True Everything is ready.");
        assertThat(plane.ready()).isTrue();
    }

    /** A process that dies after any write leaves what the next one brings to the same end. */
    @Test
    void anApplicationCredentialSurvivesADeathAfterEachWrite() {
        var life = new Life(
                "application credential",
                Set.of("CredentialRotation"),
                RotationMemoryTest::withPlacement,
                false,
                List.of(new Life.Phase(
                        "rotation",
                        plane -> add(
                                plane,
                                name("Placement", "applicationCredential"),
                                "Placement",
                                "applicationCredential",
                                "{reMint: true, gracePeriodDays: 0}"),
                        (before, plane) -> {
                            Lives.allReady(plane);
                            assertThat(status(plane, name("Placement", "applicationCredential"))
                                            .rotations())
                                    .isEqualTo(1);
                        })));
        var trial = new CrashTrial(life);
        for (var at = 1; at <= trial.writes().getFirst(); at++) {
            trial.run(Fault.KILLED_AFTER, at);
        }
        assertThat(trial.writes().getFirst()).isGreaterThan(5);
    }

    @Test
    void nothingOfAnyPasswordIsTold() {
        var plane = settled();
        rotate(plane, "Keystone", "databaseUser", "{reMint: true}");
        var password = SecretText.decoded(plane.simulation
                .find(Secret.class, "keystone-db-credentials-rotation")
                .orElseThrow()
                .getData()
                .get("password"));
        assertThat(password).isNotBlank();
        var told = Json.MAPPER.valueToTree(plane.simulation
                        .find(CredentialRotation.class, name("Keystone", "databaseUser"))
                        .orElseThrow())
                + plane.simulation.cluster().list(ConfigMap.class, "", Map.of()).toString()
                + plane.simulation.cluster().events();
        assertThat(told).doesNotContain(password);
    }

    private static Plane settled() {
        var plane = new Plane(SMALL);
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        return plane;
    }

    private static void rotate(Plane plane, String kind, String target, String more) {
        rotate(plane, name(kind, target), kind, target, more);
    }

    private static Plane withPlacement() {
        var plane = new Plane("{services: {placement: {enabled: true}}}");
        Lives.hypervisor(plane);
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        return plane;
    }

    private static void rotate(Plane plane, String name, String kind, String target, String more) {
        add(plane, name, kind, target, more);
        plane.simulation.settle();
    }

    private static void add(Plane plane, String name, String kind, String target, String more) {
        var rotation = Json.KUBERNETES.unmarshal(
                """
            apiVersion: c5c3.io/v1alpha1
            kind: CredentialRotation
            metadata: {name: %s, namespace: openstack}
            spec: {target: %s, serviceRef: {kind: %s, name: %s}, %s}
            """.formatted(name, target, kind, kind.toLowerCase(Locale.ROOT), more.substring(1, more.length() - 1)),
                CredentialRotation.class);
        plane.simulation
                .find(CredentialRotation.class, name)
                .ifPresent(there ->
                        rotation.getMetadata().setFinalizers(there.getMetadata().getFinalizers()));
        plane.simulation.add(rotation);
    }

    private static void say(Plane plane, String word) {
        plane.simulation
                .cluster()
                .edit(
                        CredentialRotation.class,
                        Simulation.NAMESPACE,
                        name("Keystone", "databaseUser"),
                        there -> there.getMetadata().setAnnotations(Map.of(CredentialRotation.NOW, word)));
        plane.simulation.settle();
    }

    private static String name(String kind, String target) {
        return (kind + "-" + target).toLowerCase(Locale.ROOT);
    }

    private static CredentialRotation.Status status(Plane plane) {
        return status(plane, name("Keystone", "databaseUser"));
    }

    private static CredentialRotation.Status status(Plane plane, String name) {
        return plane.simulation
                .find(CredentialRotation.class, name)
                .orElseThrow()
                .getStatus();
    }

    private static String id(CredentialRotation.Credential credential) {
        return String.valueOf(Objects.requireNonNull(credential).id());
    }

    private static Condition condition(Plane plane, String type) {
        return condition(plane, name("Keystone", "databaseUser"), type);
    }

    private static Condition condition(Plane plane, String name, String type) {
        return Conditions.of(
                        plane.simulation.find(CredentialRotation.class, name).orElseThrow(), type)
                .orElseThrow();
    }

    private static Map<String, String> template(Plane plane) {
        return plane.simulation
                .find(Deployment.class, "keystone-api")
                .orElseThrow()
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations();
    }

    private static String login(Plane plane, String secret) {
        return SecretText.decoded(plane.simulation
                .find(Secret.class, secret)
                .orElseThrow()
                .getData()
                .get("username"));
    }

    private static String credential(Plane plane, String kind) {
        return SecretText.decoded(plane.simulation
                .find(Secret.class, kind.toLowerCase(Locale.ROOT) + "-keystone-credentials")
                .orElseThrow()
                .getData()
                .get("application_credential_id"));
    }

    private static Set<String> users(Plane plane) {
        return plane.sql.users(address(plane, "mariadb"));
    }

    private static String address(Plane plane, String service) {
        return plane.simulation
                .find(Service.class, service)
                .orElseThrow()
                .getSpec()
                .getClusterIP();
    }
}
