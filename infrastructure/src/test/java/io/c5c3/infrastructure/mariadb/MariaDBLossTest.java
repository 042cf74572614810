package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.infrastructure.sql.SqlLogin;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server whose volume or password is lost: nothing is begun anew without a word, and nobody is locked out. */
class MariaDBLossTest {

    private static final String NAME = "db";
    private static final String CLAIM = "data-db-0";
    private final MemorySql sql = new MemorySql();
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, sql));

    @BeforeEach
    void aServerWithData() throws Exception {
        simulation.add(MariaDBSimulationTest.mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        sql.ensureDatabase(new SqlLogin(host(), MariaDB.PORT, "root", password("db-root")), "keystone");
    }

    @Test
    void aVolumeThatIsGoneIsNotReplacedByAnEmptyOne() {
        simulation.lose(CLAIM);
        simulation.settle();
        assertLost("the volume of Pod/db-0 is empty");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    /** Nothing at all is left but the record: no pod would be there to refuse. */
    @Test
    void evenTheStatefulSetIsNotMadeAgain() {
        simulation.cluster().take(Ref.of(StatefulSet.class, "openstack", NAME));
        simulation.lose(CLAIM);
        simulation.settle();
        assertLost("PersistentVolumeClaim/data-db-0 does not exist");
        assertThat(simulation.find(StatefulSet.class, NAME)).isEmpty();
    }

    @Test
    void aVolumeThatIsRestoredIsTakenUpByItself() {
        simulation.lose(CLAIM);
        simulation.settle();
        var before = record();
        simulation.restore(CLAIM);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(sql.databases(host())).containsExactly("keystone");
        assertThat(record()).isNotEqualTo(before).contains(uid());
    }

    @Test
    void aPersonMayStartEmptyOnceForEachLoss() {
        simulation.lose(CLAIM);
        simulation.settle();
        var message = condition("StatefulSetReady").getMessage();
        var token = message.substring(message.lastIndexOf('=') + 1);
        annotate("something/else, " + token);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(sql.databases(host())).isEmpty();
        simulation.lose(CLAIM);
        simulation.settle();
        assertLost("the volume of Pod/db-0 is empty");
    }

    /** The StatefulSet still counts a pod that is gone. */
    @Test
    void onlyWhatRunsIsWrittenDown() {
        simulation.cluster().take(Ref.of(ConfigMap.class, "openstack", "db-mariadb-founded"));
        simulation.cluster().take(Ref.of(Pod.class, "openstack", "db-0"));
        simulation.lookAtEverything();
        assertThat(simulation.find(ConfigMap.class, "db-mariadb-founded")).isEmpty();
        simulation.settle();
        assertThat(record()).contains(uid());
    }

    @Test
    void aWordSaidBeforehandCountsForNothing() {
        annotate("db");
        simulation.lose(CLAIM);
        simulation.settle();
        assertLost("the volume of Pod/db-0 is empty");
    }

    @Test
    void aResourceThatCameBackRemembersItsVolume() {
        simulation.cluster().take(Ref.of(MariaDB.class, "openstack", NAME));
        simulation.settle();
        simulation.lose(CLAIM);
        simulation.add(MariaDBSimulationTest.mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(condition("StatefulSetReady").getReason()).isEqualTo(Founding.DATA_LOST);
    }

    @Test
    void whatWasDeletedOnPurposeIsForgotten() {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        "openstack",
                        NAME,
                        db -> db.setSpec(MariaDBSimulationTest.mariadb(1, "10Gi", null, Map.of(), DeletionPolicy.Delete)
                                .getSpec()));
        simulation.settle();
        simulation.cluster().take(Ref.of(MariaDB.class, "openstack", NAME));
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "db-mariadb-founded")).isEmpty();
        simulation.cluster().take(Ref.of(Pod.class, "openstack", "db-0"));
        simulation.add(MariaDBSimulationTest.mariadb(1, "10Gi", null, Map.of(), null));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    /** The server has a password that no Secret holds; it takes the new one when its pod starts. */
    @Test
    void whenAllSecretsAreLostTheServerTakesANewPassword() {
        take("db-root");
        take("db-root-backup");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(sql.databases(host())).containsExactly("keystone");
        assertThat(password("db-root-backup")).isEqualTo(password("db-root"));
    }

    /** The cluster's state comes from a backup that is older than the password. */
    @Test
    void anOlderBackupOfTheSecretsIsGoodEnough() {
        var older = List.of(
                simulation.find(Secret.class, "db-root").orElseThrow(),
                simulation.find(Secret.class, "db-root-backup").orElseThrow());
        change("newer");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        var pod = simulation.find(Pod.class, "db-0").orElseThrow().getMetadata().getUid();
        older.forEach(simulation::add);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(sql.databases(host())).containsExactly("keystone");
        assertThat(simulation
                        .find(Pod.class, "db-0")
                        .orElseThrow()
                        .getMetadata()
                        .getUid())
                .isNotEqualTo(pod);
    }

    /** The server has taken the second password, nobody has seen it, and a third is asked for. */
    @Test
    void aCrashAndASecondEditLoseNoPassword() {
        var pod = simulation.find(Pod.class, "db-0").orElseThrow().getMetadata().getUid();
        change("second");
        sql.interfere(new MemoryCluster.Interference() {
            @Override
            public void after(String write) {
                throw new Killed();
            }
        });
        assertThatThrownBy(simulation::settle).isInstanceOf(Killed.class);
        sql.interfere(new MemoryCluster.Interference() {});
        change("third");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(password("db-root-backup")).isEqualTo("third");
        assertThat(simulation.find(Secret.class, "db-root-backup").orElseThrow().getData())
                .doesNotContainKey("candidates");
        assertThat(simulation
                        .find(Pod.class, "db-0")
                        .orElseThrow()
                        .getMetadata()
                        .getUid())
                .as("no pod was started anew for it")
                .isEqualTo(pod);
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private void assertLost(String why) {
        assertThat(condition("Ready").getStatus()).isEqualTo("False");
        assertThat(condition("Stalled").getReason()).isEqualTo(Founding.DATA_LOST);
        assertThat(condition("StatefulSetReady").getMessage())
                .contains(why)
                .contains("restore the volume of PersistentVolumeClaim/data-db-0")
                .contains("kubectl annotate -n openstack mariadb/db --overwrite c5c3.io/start-empty=db/");
        assertThat(sql.changes()).doesNotContain("drop database keystone");
    }

    private void change(String password) {
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        "openstack",
                        "db-root",
                        secret -> secret.getData().put("password", SecretText.encoded(password)));
    }

    private void annotate(String said) {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        "openstack",
                        NAME,
                        db -> db.getMetadata().setAnnotations(Map.of(Founding.START_EMPTY, said)));
    }

    private void take(String secret) {
        simulation.cluster().take(Ref.of(Secret.class, "openstack", secret));
    }

    private String record() {
        return simulation
                .find(ConfigMap.class, "db-mariadb-founded")
                .orElseThrow()
                .getData()
                .get(NAME);
    }

    private String uid() {
        return simulation
                .find(PersistentVolumeClaim.class, CLAIM)
                .orElseThrow()
                .getMetadata()
                .getUid();
    }

    private String host() {
        return simulation.find(Service.class, NAME).orElseThrow().getSpec().getClusterIP();
    }

    private String password(String secret) {
        return SecretText.decoded(
                simulation.find(Secret.class, secret).orElseThrow().getData().get("password"));
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(MariaDB.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
