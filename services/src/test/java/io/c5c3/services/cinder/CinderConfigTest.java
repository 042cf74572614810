package io.c5c3.services.cinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.LibvirtSecret;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.services.Neighbours;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.TokenCache;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CinderConfigTest {

    private static final Facts NEIGHBOURS = Golden.facts(Neighbours.keystone());

    private static final String IN_CEPH =
            "backends: [{name: a, driver: cinder.volume.drivers.rbd.RBDDriver, rbd: {pool: volumes}}]\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{name: a, driver: x.Y}, {name: a, driver: x.Z}]|BackendNamesClash|Two backends are called a",
                "[{name: a-b, driver: x.Y}, {name: a_b, driver: x.Z}]|BackendNamesClash|but for - and _",
                "[{name: nova, driver: x.Y}]|BackendNameReserved|give the backend another name",
                "[{name: coordination, driver: x.Y}]|BackendNameReserved|give the backend another name",
                "[{name: a, driver: x.Y, options: {volume_driver: z}}]|OptionOwnedByOperator|take them out:"
                        + " volume_driver",
                "[{name: a, driver: x.Y, options: {'a b': z}}]|InvalidOption|The options of the backend a",
                "[{name: a, driver: x.Y, secretOptionsRef: {name: nowhere}}]|WaitingForBackendOptions|Secret/nowhere",
                "[{name: a, driver: x.Y, secretOptionsRef: {name: odd}}]|InvalidOption|no names of options",
            })
    void backendsThatCannotBeAreRefusedWithAReason(String backends, String reason, String message) {
        var facts = Golden.facts(Neighbours.keystone(), Neighbours.secret("odd", Map.of("san-password", "x")));
        var problem = config("backends: " + backends, facts).problem().orElseThrow();
        assertThat(problem.reason()).isEqualTo(reason);
        assertThat(problem.message()).contains(message);
    }

    @Test
    void aPoolsOwnOptionsAreRefusedAsWell() {
        var problem = config("""
            backends:
              - {name: a, driver: cinder.volume.drivers.rbd.RBDDriver, rbd: {pool: p}, options: {rbd_user: me}}
            """, NEIGHBOURS).problem();
        assertThat(problem.orElseThrow().message()).contains("rbd_user");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "options: {quota_volumes: 1}|InvalidOption|write them in customConfig: quota_volumes",
                "options: {backup_driver: a.B}|OptionOwnedByOperator|take them out: backup_driver",
                "rbd: {pool: p}, options: {backup_ceph_pool: q}|OptionOwnedByOperator|backup_ceph_pool",
                "rbd: {pool: p, cephSecretRef: {name: other}}|CephLoginsClash|as client.cinder both with Secret/other and"
                        + " with Secret/cinder-ceph-credentials",
                "driver: x.Y, secretOptionsRef: {name: nowhere}|WaitingForBackupOptions|Secret/nowhere, which the backup"
                        + " service takes",
                "driver: x.Y, secretOptionsRef: {name: s3}|SecretNotForThisAddress|backup.secretOptionsRef",
                "driver: x.Y, secretOptionsRef: {name: odd}|InvalidOption|no names of options",
            })
    void backupsThatCannotBeAreRefusedWithAReason(String backup, String reason, String message) {
        var unknown = Neighbours.secret("s3", Map.of("backup_s3_store_access_key", "x"));
        unknown.getMetadata().setAnnotations(Map.of());
        var facts = Golden.facts(
                Neighbours.keystone(), unknown, Neighbours.secret("odd", Map.of("backup-s3-password", "x")));
        var problem = config(IN_CEPH + "backup: {enabled: true, " + backup + "}", facts)
                .problem()
                .orElseThrow();
        assertThat(problem.reason()).isEqualTo(reason);
        assertThat(problem.message()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas: 2, file: {accessMode: ReadWriteMany}",
                "replicas: 2, rbd: {pool: p}",
                "rbd: {pool: p, cephSecretRef: {name: other}, cephClientRef: {name: vault}}",
                "driver: x.Y, secretOptionsRef: {name: s3}, options: {restore_discard_excess_bytes: 'false'}",
            })
    void backupsThatCanBe(String backup) {
        var facts =
                Golden.facts(Neighbours.keystone(), Neighbours.secret("s3", Map.of("backup_s3_store_access_key", "x")));
        assertThat(config(IN_CEPH + "backup: {enabled: true, " + backup + "}", facts)
                        .problem())
                .isEmpty();
    }

    @Test
    void aPlaceForBackupsThatNobodyMakesIsNoMistake() {
        assertThat(config(IN_CEPH + "backup: {replicas: 2}", NEIGHBOURS).problem())
                .isEmpty();
    }

    @Test
    void theDefaultTypeMustBeABackend() {
        var problem = config(
                        "{backends: [{name: a, driver: x.Y}, {name: b, driver: x.Y}], defaultVolumeType: c}",
                        NEIGHBOURS)
                .problem();
        assertThat(problem).containsInstanceOf(Outcome.Failed.class);
        assertThat(problem.orElseThrow().message())
                .isEqualTo("defaultVolumeType (c) is the name of no backend: write one of a, b.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DEFAULT|enabled_backends|use backends",
                "DEFAULT|default_volume_type|defaultVolumeType",
                "DEFAULT|transport_url|messaging",
                "DEFAULT|host|volume names its own",
                "DEFAULT|backup_driver|use backup",
                "a|volume_driver|backends[].driver",
                "a|volume_backend_name|backends[].name"
            })
    void optionsThatFollowFromFieldsAreRefusedWithTheField(String section, String option, String instead) {
        var problem = config(
                        "{backends: [{name: a, driver: x.Y}], customConfig: {%s: {%s: x}}}".formatted(section, option),
                        NEIGHBOURS)
                .problem();
        assertThat(problem.orElseThrow().reason()).isEqualTo("OptionOwnedByOperator");
        assertThat(problem.orElseThrow().message()).contains(instead);
    }

    @Test
    void aChangedDefaultTypeDoesNotMigrateTheDatabase() {
        var backends = "backends: [{name: a, driver: x.Y}, {name: b, driver: x.Y}]";
        assertThat(config("{" + backends + ", defaultVolumeType: a}", NEIGHBOURS)
                        .databaseFiles())
                .isEqualTo(config("{" + backends + ", defaultVolumeType: b}", NEIGHBOURS)
                        .databaseFiles());
    }

    @Test
    void whatLibvirtCallsTheKeyFollowsFromTheNames() {
        assertThat(LibvirtSecret.of("openstack", "cinder", "ceph-rbd"))
                .hasToString("17f056b9-5a14-5313-9d0c-6c68bb65c7a3")
                .isNotEqualTo(LibvirtSecret.of("openstack", "cinder", "other"));
        assertThat(LibvirtSecret.of("openstack", "cinder", "ceph-rbd").version())
                .isEqualTo(5);
    }

    private static ServiceConfig config(String spec, Facts facts) {
        var cinder = new Cinder();
        cinder.getMetadata().setName("cinder");
        cinder.getMetadata().setNamespace("openstack");
        cinder.setSpec(Json.KUBERNETES.unmarshal("# YAML\n" + spec, Cinder.Spec.class));
        var backends = cinder.getSpec().backends().stream()
                .map(backend -> VolumeBackend.of(cinder, backend, facts))
                .toList();
        return new CinderConfig(cinder, backends, VolumeBackups.of(cinder, backends, facts))
                .of(
                        ServiceLogin.of(cinder.getSpec().keystone(), "cinder", false, facts),
                        TokenCache.of(cinder.getSpec().cache(), "cinder", "openstack", facts),
                        facts);
    }
}
