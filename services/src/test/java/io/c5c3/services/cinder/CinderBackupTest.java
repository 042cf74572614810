package io.c5c3.services.cinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.ceph.Ceph;
import io.c5c3.infrastructure.ceph.MemoryCeph;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backups of volumes in a cluster in memory, with a Ceph in memory. */
class CinderBackupTest {

    private static final String OFF =
            "database: {host: db.example.com}, messaging: {hosts: ['mq.example.com:5672']}, keystone: {authUrl:"
                    + " 'http://keystone.example.com/v3'}, backends: [{name: ceph, driver:"
                    + " cinder.volume.drivers.rbd.RBDDriver, rbd: {pool: volumes}}]";

    private static final String IN_POOL = "enabled: true, rbd: {}";
    private static final String AS_FILES = "enabled: true";

    private final MemorySql sql = new MemorySql();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVolumes volumes = new MemoryVolumes();
    private final MemoryCeph ceph = new MemoryCeph();
    private final Simulation simulation = new Simulation(
            List.of(new CinderBlueprint()),
            new Ports()
                    .with(Sql.class, sql)
                    .with(Broker.class, broker)
                    .with(Volumes.class, volumes)
                    .with(Ceph.class, ceph)
                    .with(HttpProbe.class, target -> 200));

    @BeforeEach
    void given() {
        sql.given("db.example.com", "cinder", "a $ecret", "cinder");
        broker.given("mq.example.com", "cinder", "b $ecret", "cinder");
        simulation.add(
                Neighbours.secret("cinder-db-credentials", Map.of("username", "cinder", "password", "a $ecret")));
        simulation.add(Neighbours.secret(
                "cinder-rabbitmq-credentials",
                Map.of("username", "cinder", "password", "b $ecret", "vhost", "cinder")));
        simulation.add(Neighbours.login("cinder"));
        ceph.pools().put("volumes", 1);
        ceph.pools().put("backups", 1);
        login("cinder-ceph-credentials", "cinder");
    }

    @Test
    void nobodyMakesBackupsUnlessTheyAreAskedFor() {
        write("");
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        assertThat(reason("BackupReady")).isEqualTo("NotRequired");
        assertThat(reason("BackupServicesReady")).isEqualTo("NotRequired");
        assertThat(message("BackupReady")).contains("backup.enabled: true");
        assertThat(backup()).isEmpty();
    }

    @Test
    void inAPoolTheyBecomeReadyAndThenRest() {
        write(IN_POOL + ", replicas: 2");
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        assertThat(message("BackupServicesReady")).isEqualTo("Cinder hears from cinder-backup-0, cinder-backup-1.");
        assertThat(claim()).isEmpty();
        assertThat(backup().orElseThrow().getSpec().getReplicas()).isEqualTo(2);
        var writes = simulation.cluster().writes().size();
        var requests = volumes.requests();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
        assertThat(volumes.requests()).as("nobody is asked for nothing").isEqualTo(requests);
    }

    @Test
    void aPoolThatIsMissingIsNamed() {
        ceph.pools().remove("backups");
        write(IN_POOL);
        assertThat(reason("CephConnected")).isEqualTo("PoolMissing");
        assertThat(message("CephConnected")).contains("no pool backups");
        ceph.pools().put("backups", 1);
        simulation.settle();
        assertThat(Conditions.ready(cinder())).isTrue();
    }

    @Test
    void theyWaitForTheirOwnLoginToCeph() {
        var vault = "enabled: true, rbd: {cephSecretRef: {name: vault}, cephClientRef: {name: vault}}";
        write(vault);
        assertThat(reason("SecretsReady")).isEqualTo("WaitingForCephCredentials");
        assertThat(message("SecretsReady")).contains("vault");
        assertThat(backup()).isEmpty();
        login("vault", "vault");
        simulation.settle();
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        assertThat(pod().getSpec().getVolumes())
                .filteredOn(volume -> "ceph".equals(volume.getName()))
                .singleElement()
                .satisfies(volume -> assertThat(volume.getProjected().getSources())
                        .extracting(source -> source.getSecret().getName())
                        .as("they read volumes as well")
                        .containsExactly("vault", "cinder-ceph-credentials"));
    }

    @Test
    void anotherKeyRollsThePods() {
        write(IN_POOL);
        var before = pod();
        login("cinder-ceph-credentials", "cinder");
        simulation.settle();
        assertThat(pod()).isNotEqualTo(before);
    }

    @Test
    void aServiceThatCinderDoesNotHearFromIsNamed() {
        volumes.silent("cinder-backup-1", true);
        write(IN_POOL + ", replicas: 2");
        assertThat(reason("BackupReady")).isEqualTo("RolloutComplete");
        assertThat(reason("BackupServicesReady")).isEqualTo("BackupServiceDown");
        assertThat(message("BackupServicesReady")).contains(": cinder-backup-1.");
        volumes.silent("cinder-backup-1", false);
        simulation.settle();
        assertThat(Conditions.ready(cinder())).isTrue();
    }

    @Test
    void withoutAPlaceTheyAreFilesThatOutliveTheService() {
        write(AS_FILES);
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        assertThat(claim()).isPresent();
        write("");
        assertThat(backup()).isEmpty();
        assertThat(claim()).isPresent();
    }

    @Test
    void aMistakeStopsAtTheConfigurationAndBreaksNothing() {
        write(AS_FILES);
        var before = pod();
        write(AS_FILES + ", options: {quota_volumes: 1}");
        assertThat(reason("ConfigReady")).isEqualTo("InvalidOption");
        assertThat(pod()).isEqualTo(before);
    }

    @Test
    void whereVolumesMustBeAttachedOnTheNodeItTakesRoot() {
        write(IN_POOL);
        assertThat(privileged()).isNull();
        write(IN_POOL + ", privileged: true");
        assertThat(privileged()).isTrue();
    }

    private Boolean privileged() {
        return pod().getSpec().getContainers().getFirst().getSecurityContext().getPrivileged();
    }

    private void login(String secret, String client) {
        var key = ceph.addUser("client." + client).text();
        simulation.add(Neighbours.secret(
                secret,
                Map.of(
                        "ceph.conf",
                        "[global]\nmon_host = ceph.example.com\n",
                        "keyring",
                        "[client." + client + "]\nkey = " + key + "\n")));
    }

    private void write(String backup) {
        var cinder = simulation.find(Cinder.class, "cinder").orElseGet(() -> {
            var made = new Cinder();
            made.getMetadata().setName("cinder");
            return made;
        });
        cinder.setSpec(Json.KUBERNETES.unmarshal("# YAML\n{" + OFF + ", backup: {" + backup + "}}", Cinder.Spec.class));
        simulation.add(cinder);
        simulation.settle();
    }

    private Cinder cinder() {
        return simulation.find(Cinder.class, "cinder").orElseThrow();
    }

    private Optional<StatefulSet> backup() {
        return simulation.find(StatefulSet.class, "cinder-backup");
    }

    private PodTemplateSpec pod() {
        return backup().orElseThrow().getSpec().getTemplate();
    }

    private Optional<PersistentVolumeClaim> claim() {
        return simulation.find(PersistentVolumeClaim.class, "cinder-backups");
    }

    private String reason(String condition) {
        return Conditions.of((HasMetadata) cinder(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of((HasMetadata) cinder(), condition).orElseThrow().getMessage();
    }
}
