package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole plane with every operator, on the cluster in memory. */
@Tag("memory")
class PlaneMemoryTest {

    @Test
    void anEmptySpecBecomesAWorkingPlane() {
        var plane = new Plane("{}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Ready");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("3/3");
        assertThat(plane.plane().getStatus().endpoint()).isEqualTo("http://keystone.openstack.svc.cluster.local:5000");
        assertThat(plane.plane().getStatus().blockedBy()).isNull();
        assertThat(plane.plane().getStatus().services().get("keystone").release())
                .isEqualTo("28.0.0");
    }

    @Test
    void aPlaneThatAsksForTheResourceControllerIsToldThatThereIsNone() {
        var plane = new Plane("{korc: {enabled: true, bootstrapResources: [domains, projects]}}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(Conditions.of(plane.plane(), "KORCReady")).hasValueSatisfying(condition -> {
            assertThat(condition.getStatus()).isEqualTo("False");
            assertThat(condition.getMessage()).contains("none of domains, projects becomes a resource of K-ORC");
        });
        assertThat(Conditions.stalled(plane.plane())).isFalse();
    }

    @Test
    void atTheFixedPointNothingIsWritten() {
        var plane = new Plane("{}");
        plane.simulation.settle();
        var writes = plane.simulation.cluster().writes().size();
        var statements = plane.sql.changes().size();
        plane.simulation.lookAtEverything();
        plane.simulation.clock().advance(Duration.ofMinutes(5));
        plane.simulation.lookAtEverything();
        var later = plane.simulation.cluster().writes();
        assertThat(later.subList(writes, later.size())).isEmpty();
        assertThat(plane.sql.changes()).hasSize(statements);
    }

    @Test
    void secretsAreInSecretsOnly() {
        var plane = new Plane("{services: {keystone: {replicas: 2, customConfig: {DEFAULT: {debug: 'true'}}}}}");
        plane.simulation.settle();
        var secrets = new ArrayList<String>();
        plane.simulation
                .cluster()
                .list(Secret.class, Simulation.NAMESPACE, Map.of())
                .forEach(secret -> secret.getData().forEach((key, value) -> {
                    if (!List.of("username", "ca.crt", "tls.crt").contains(key)) {
                        secrets.add(new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8).strip());
                    }
                }));
        assertThat(secrets).isNotEmpty();
        plane.simulation.cluster().snapshot().forEach((name, object) -> {
            if (!"Secret".equals(object.path("kind").asText())) {
                secrets.forEach(value -> assertThat(object.toString()).as(name).doesNotContain(value));
            }
        });
        plane.simulation
                .cluster()
                .events()
                .forEach(event ->
                        secrets.forEach(value -> assertThat(event.message()).doesNotContain(value)));
    }

    @Test
    void blockedByPointsAtTheDeepestCause() {
        var plane = new Plane("{}");
        plane.simulation.hold("mariadb");
        plane.simulation.settle();
        assertThat(plane.ready()).isFalse();
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Infrastructure");
        assertThat(plane.plane().getStatus().blockedBy().kind()).isEqualTo("StatefulSet");
        assertThat(plane.plane().getStatus().blockedBy().name()).isEqualTo("mariadb");
        plane.simulation.mend("mariadb");
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
    }

    @Test
    void aFailedMigrationIsTriedAgainWhenTheSpecChanges() {
        var plane = new Plane("{}");
        plane.simulation.failJob("keystone-db-sync");
        plane.simulation.settle();
        assertThat(plane.why(Keystone.class, "keystone")).contains("DBSyncFailed");
        plane.simulation.mend("keystone-db-sync");
        plane.apply("{services: {keystone: {image: {tag: 28.0.1}}}}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).startsWith("True");
    }

    @Test
    void aSettingThatTheApiServerDoesNotCheckIsRefusedWithItsName() {
        var plane = new Plane("{services: {keystone: {deployment: {tolerations: [{efect: NoSchedule}]}}}}");
        plane.simulation.settle();
        assertThat(accepted(plane))
                .isEqualTo("InvalidSettings spec.services.keystone.deployment.tolerations[0].efect: unknown field;"
                        + " did you mean effect?");
        assertThat(plane.why(Keystone.class, "keystone")).isEqualTo("absent");
        plane.apply("{services: {keystone: {deployment: {tolerations: [{effect: NoSchedule}]}}}}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
    }

    @Test
    void aSettingOfTheWrongTypeIsRefusedAndWhatRunsStays() {
        var plane = new Plane("{services: {keystone: {replicas: 2}}}");
        plane.simulation.settle();
        var before = plane.simulation.cluster().writes().size();
        plane.apply("{services: {keystone: {replicas: 3, deployment: {tolerations: none, resources: {limits: {cpu:"
                + " much}}}}, nova: {api: {deployment: {terminationGracePeriodSeconds: -1, extraMounts: [{volume:"
                + " {name: a}}]}}}}}");
        plane.simulation.settle();
        assertThat(accepted(plane))
                .isEqualTo("InvalidSettings spec.services.keystone.deployment.resources.limits[cpu]: must be a quantity"
                        + " such as 500m, 2 or 1Gi | spec.services.keystone.deployment.tolerations: must be a list"
                        + " | spec.services.nova.api.deployment.extraMounts[0].mount: must be"
                        + " written | spec.services.nova.api.deployment.terminationGracePeriodSeconds: must be"
                        + " at least 0");
        assertThat(plane.simulation
                        .find(Keystone.class, "keystone")
                        .orElseThrow()
                        .getSpec()
                        .replicas())
                .isEqualTo(2);
        assertThat(plane.simulation
                        .cluster()
                        .writes()
                        .subList(before, plane.simulation.cluster().writes().size()))
                .allMatch(write -> write.toString().contains("ControlPlane"));
        assertThat(plane.plane().mistakes()).hasSize(4);
    }

    private static String accepted(Plane plane) {
        return Conditions.of(plane.plane(), "Accepted")
                .map(condition -> condition.getReason() + " " + condition.getMessage())
                .orElseThrow();
    }

    @Test
    void aPartThatNobodyWaitsForMayBeMissing() {
        var plane = new Plane();
        plane.simulation.cluster().without(Valkey.class);
        plane.apply("{infrastructure: {valkey: {replicas: 1}}}");
        plane.simulation.settle();
        var condition = Conditions.of(plane.plane(), "ValkeyReady").orElseThrow();
        assertThat(condition.getStatus()).isEqualTo("False");
        assertThat(condition.getReason()).isEqualTo("OperatorNotInstalled");
        assertThat(Conditions.of(plane.plane(), "KeystoneReady").orElseThrow().getStatus())
                .isEqualTo("True");
    }

    @Test
    void theKeyValueStoreIsAPartLikeOthers() {
        var plane = new Plane(
                "{global: {tls: {enabled: true}}, infrastructure: {valkey: {provider: BuiltIn, replicas: 3, sentinel:"
                        + " {enabled: true}}}}");
        plane.simulation.settle();
        assertThat(Conditions.of(plane.plane(), "ValkeyReady").orElseThrow().getStatus())
                .isEqualTo("True");
        var valkey = plane.simulation.find(Valkey.class, "valkey").orElseThrow();
        assertThat(valkey.getSpec().tls().enabled()).isTrue();
        assertThat(valkey.getStatus().endpoint()).isEqualTo("valkey-client.openstack.svc.cluster.local:26379");
        plane.apply("{global: {tls: {enabled: true}}}");
        plane.simulation.settle();
        assertThat(plane.simulation.find(Valkey.class, "valkey")).isEmpty();
        assertThat(plane.why(ControlPlane.class, "plane")).startsWith("True");
    }

    @Test
    void aKindThatIsNotInstalledSaysSo() {
        var plane = new Plane();
        plane.simulation.cluster().without(Keystone.class);
        plane.apply("{}");
        plane.simulation.settle();
        assertThat(Conditions.of(plane.plane(), "KeystoneReady").orElseThrow().getReason())
                .isEqualTo("OperatorNotInstalled");
    }

    @Test
    void theSecondPlaneOfANamespaceWaits() {
        var plane = new Plane("{}");
        plane.simulation.settle();
        var second = plane.plane();
        second.getMetadata().setName("another");
        second.getMetadata().setFinalizers(null);
        second.setStatus(null);
        plane.simulation.clock().advance(Duration.ofSeconds(5));
        plane.simulation.add(second);
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        assertThat(plane.why(ControlPlane.class, "another"))
                .contains("DuplicateControlPlane")
                .contains("ControlPlane/plane");
    }

    @Test
    void whateverIsDeletedComesBackUnchanged() {
        for (var victim : List.of(
                Ref.of(Secret.class, Simulation.NAMESPACE, "keystone-fernet-keys"),
                Ref.of(Secret.class, Simulation.NAMESPACE, "keystone-credential-keys"),
                Ref.of(Secret.class, Simulation.NAMESPACE, "mariadb-root"),
                Ref.of(Secret.class, Simulation.NAMESPACE, "keystone-db-connection"),
                Ref.of(StatefulSet.class, Simulation.NAMESPACE, "mariadb"),
                Ref.of(Deployment.class, Simulation.NAMESPACE, "keystone-api"),
                Ref.of(Service.class, Simulation.NAMESPACE, "keystone"),
                Ref.of(Keystone.class, Simulation.NAMESPACE, "keystone"),
                Ref.of(Memcached.class, Simulation.NAMESPACE, "memcached"),
                Ref.of(MariaDB.class, Simulation.NAMESPACE, "mariadb"))) {
            var plane = new Plane("{}");
            plane.simulation.settle();
            var before = generated(plane);
            assertThat(plane.simulation.cluster().snapshot())
                    .as("%s is there", victim)
                    .containsKey(victim.namespace() + "/" + victim);
            plane.simulation.cluster().take(victim);
            plane.simulation.settle();
            plane.simulation.settle();
            assertThat(plane.why(ControlPlane.class, "plane"))
                    .as("after deleting %s", victim)
                    .startsWith("True");
            assertThat(generated(plane)).as("values after deleting %s", victim).isEqualTo(before);
        }
    }

    /** Every generated value: passwords and keys, which must never be made twice. */
    private static Map<String, Object> generated(Plane plane) {
        var values = new java.util.TreeMap<String, Object>();
        for (var name : List.of(
                "keystone-admin-credentials",
                "keystone-db-credentials",
                "mariadb-root",
                "keystone-fernet-keys",
                "keystone-credential-keys")) {
            values.put(
                    name,
                    plane.simulation
                            .find(Secret.class, name)
                            .map(Secret::getData)
                            .orElse(null));
        }
        return values;
    }

    @Test
    void deletingThePlaneTakesTheChildrenDownAndKeepsTheData() {
        var plane = new Plane("{}");
        plane.simulation.settle();
        var before = generated(plane);
        plane.simulation.cluster().take(Ref.of(plane.plane()));
        plane.simulation.settle();
        for (Class<? extends HasMetadata> kind : List.of(
                ControlPlane.class,
                Keystone.class,
                MariaDB.class,
                Memcached.class,
                Deployment.class,
                StatefulSet.class,
                Job.class,
                ConfigMap.class)) {
            assertThat(plane.simulation.cluster().list(kind, Simulation.NAMESPACE, Map.of()))
                    // Whoever keeps the data also keeps in mind that there is some.
                    .filteredOn(found -> !found.getMetadata().getName().endsWith("-founded"))
                    .as(kind.getSimpleName())
                    .isEmpty();
        }
        assertThat(generated(plane)).isEqualTo(before);
        plane.apply("{}");
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        assertThat(generated(plane)).isEqualTo(before);
    }

    @Test
    void deletionPolicyDeleteLeavesNothing() {
        var plane = new Plane("{deletionPolicy: Delete}");
        plane.simulation.settle();
        plane.simulation.cluster().take(Ref.of(plane.plane()));
        plane.simulation.settle();
        var left = new ArrayList<>(plane.simulation.cluster().snapshot().keySet());
        left.removeIf(name -> name.contains("/Pod/"));
        assertThat(left).isEmpty();
    }

    @Test
    void podsRollOnlyWhenWhatTheyReadHasChanged() {
        var plane = new Plane("{}");
        plane.simulation.settle();
        var template = template(plane);
        plane.simulation
                .cluster()
                .edit(
                        Keystone.class,
                        Simulation.NAMESPACE,
                        "keystone",
                        keystone -> keystone.getMetadata().getAnnotations().put("c5c3.io/rotate-fernet-keys", "now"));
        plane.simulation.clock().advance(Duration.ofMinutes(10));
        var keys = plane.simulation
                .find(Secret.class, "keystone-fernet-keys")
                .orElseThrow()
                .getData();
        plane.simulation.settle();
        assertThat(plane.simulation
                        .find(Secret.class, "keystone-fernet-keys")
                        .orElseThrow()
                        .getData())
                .isNotEqualTo(keys);
        assertThat(template(plane)).isEqualTo(template);
        plane.apply("{services: {keystone: {customConfig: {DEFAULT: {debug: 'true'}}}}}");
        plane.simulation.settle();
        assertThat(template(plane)).isNotEqualTo(template);
    }

    private static Object template(Plane plane) {
        return plane.simulation
                .find(Deployment.class, "keystone-api")
                .orElseThrow()
                .getSpec()
                .getTemplate();
    }

    @Test
    void aDatabaseThatIsAwayIsReportedAndWaitedFor() {
        var plane = new Plane("{}");
        plane.sql.away(true);
        plane.simulation.settle();
        assertThat(plane.ready()).isFalse();
        plane.sql.away(false);
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
    }

    @Test
    void aPlaneOfThreeDatabaseServersLeadsItsClientsToOne() {
        var plane = new Plane("{infrastructure: {mariadb: {replicas: 3}}}");
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        assertThat(plane.simulation
                        .find(Service.class, "mariadb")
                        .orElseThrow()
                        .getSpec()
                        .getSelector())
                .containsEntry("c5c3.io/role", "writer");
        assertThat(plane.simulation.cluster().list(Pod.class, Simulation.NAMESPACE, Map.of("c5c3.io/role", "writer")))
                .hasSize(1);
    }
}
