package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MariaDBSimulationTest {

    private static final String NAME = "db";
    private final MemorySql sql = new MemorySql();
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, sql));

    @Test
    void becomesReadyAndThenRests() {
        simulation.add(mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("ServerReady").getReason()).isEqualTo("ServerAnswers");
        var status = simulation.find(MariaDB.class, NAME).orElseThrow().getStatus();
        assertThat(status.endpoint()).isEqualTo("db.openstack.svc.cluster.local:3306");
        assertThat(status.version()).startsWith("11.8");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void eitherSecretIsRestoredFromTheOther() {
        simulation.add(mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        var password = password("db-root");
        for (var lost : List.of("db-root", "db-root-backup")) {
            take(Secret.class, lost);
            simulation.settle();
            assertThat(password(lost)).isEqualTo(password);
            assertThat(condition("Ready").getStatus()).isEqualTo("True");
        }
        assertThat(sql.changes()).isEmpty();
    }

    @Test
    void aChangedPasswordIsCarriedOver() {
        simulation.add(mariadb(1, "10Gi", "mine", Map.of(), null));
        simulation.settle();
        assertThat(condition("SecretsReady").getReason()).isEqualTo("WaitingForRootPassword");
        secret("mine", "first-password");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        secret("mine", "second-'\"\\%-password");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(sql.changes()).containsExactly("set password of root");
        assertThat(password("db-root-backup")).isEqualTo("second-'\"\\%-password");
        assertThat(simulation.find(Secret.class, "db-root")).isEmpty();
    }

    @Test
    void aServerThatIsAwayIsWaitedFor() {
        sql.away(true);
        simulation.add(mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(condition("ServerReady").getReason()).isEqualTo("WaitingForServer");
        assertThat(simulation.report(MariaDB.class, NAME).orElseThrow().again()).isPresent();
        sql.away(false);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void optionsOfTheOperatorAreRefused() {
        simulation.add(mariadb(1, "10Gi", null, Map.of("DATADIR", "/tmp"), null));
        simulation.settle();
        assertThat(condition("ConfigReady").getReason()).isEqualTo("OptionNotAllowed");
        assertThat(condition("ConfigReady").getMessage())
                .isEqualTo("config.DATADIR is set by the operator: take it out of config.");
        assertThat(condition("StatefulSetReady").getStatus()).isEqualTo("Unknown");
    }

    @Test
    void theVolumeGrowsAndNeverShrinks() {
        simulation.add(mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        simulation.add(claim("10Gi"));
        change(mariadb(1, "20Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(simulation
                        .find(PersistentVolumeClaim.class, "data-db-0")
                        .orElseThrow()
                        .getSpec()
                        .getResources()
                        .getRequests())
                .containsEntry("storage", new Quantity("20Gi"));
        assertThat(condition("StorageReady").getReason()).isEqualTo("StorageAvailable");
        var template = simulation
                .find(StatefulSet.class, NAME)
                .orElseThrow()
                .getSpec()
                .getVolumeClaimTemplates()
                .getFirst();
        assertThat(template.getSpec().getResources().getRequests()).containsEntry("storage", new Quantity("10Gi"));
        change(mariadb(1, "5Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(condition("StorageReady").getReason()).isEqualTo("StorageShrinks");
        assertThat(condition("ServerReady").getStatus()).isEqualTo("True");
    }

    @Test
    void dataStaysUnlessTheResourceSaysOtherwise() {
        for (var policy : DeletionPolicy.values()) {
            simulation.add(mariadb(1, "10Gi", null, Map.of(), policy));
            simulation.add(claim("10Gi"));
            simulation.settle();
            simulation.cluster().take(Ref.of(MariaDB.class, "openstack", NAME));
            simulation.settle();
            var kept = policy == DeletionPolicy.Retain;
            assertThat(simulation.find(MariaDB.class, NAME)).isEmpty();
            assertThat(simulation.find(StatefulSet.class, NAME)).isEmpty();
            assertThat(simulation.find(Secret.class, "db-root").isPresent()).isEqualTo(kept);
            assertThat(simulation.find(Secret.class, "db-root-backup").isPresent())
                    .isEqualTo(kept);
            assertThat(simulation.find(PersistentVolumeClaim.class, "data-db-0").isPresent())
                    .isEqualTo(kept);
        }
    }

    static MariaDB mariadb(
            int replicas, String size, String secret, Map<String, String> config, DeletionPolicy policy) {
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        mariadb.setSpec(MariaDBSpecBuilder.builder()
                .replicas(replicas)
                .storageSize(size)
                .storageClass("")
                .rootPasswordSecretRef(secret == null ? null : new SecretRef(secret))
                .config(config)
                .deletionPolicy(policy)
                .build());
        return mariadb;
    }

    private static PersistentVolumeClaim claim(String size) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName("data-db-0")
                .addToLabels("c5c3.io/operator", "mariadb")
                .addToAnnotations(Owner.RECORD, "openstack.k8s.io/MariaDB/openstack/db/")
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .addToRequests("storage", new Quantity(size))
                .endResources()
                .endSpec()
                .build();
    }

    private void change(MariaDB to) {
        simulation.cluster().edit(MariaDB.class, "openstack", NAME, found -> found.setSpec(to.getSpec()));
    }

    private void secret(String name, String password) {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToData("password", Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)))
                .build());
    }

    private String password(String secret) {
        var value =
                simulation.find(Secret.class, secret).orElseThrow().getData().get("password");
        return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }

    private void take(Class<? extends HasMetadata> kind, String name) {
        simulation.cluster().take(Ref.of(kind, "openstack", name));
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(MariaDB.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
