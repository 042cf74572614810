package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What servers show their clients and each other, and how they come to show something else. */
class MariaDBEncryptionTest {

    private static final String NAME = "db";
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, new MemorySql()));

    @Test
    void theCertificateIsForAllTheNamesOfAllServers() throws Exception {
        mariadb(3, true);
        assertThat(certificate("db-tls").getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .contains(
                        "db",
                        "db.openstack.svc.cluster.local",
                        "db-readers.openstack.svc",
                        "*.db-nodes.openstack.svc.cluster.local",
                        "localhost");
        assertThat(config()).contains("ssl-cert = /etc/mysql/tls/tls.crt", "ssl-key = /etc/mysql/tls/tls.key");
    }

    @Test
    void aRenewedCertificateRestartsNobody() throws Exception {
        mariadb(1, true);
        var before = uids(1);
        var first = certificate("db-tls").getSerialNumber();
        simulation.clock().advance(Duration.ofDays(61));
        simulation.settle();
        assertThat(certificate("db-tls").getSerialNumber()).isNotEqualTo(first);
        assertThat(uids(1)).isEqualTo(before);
        assertThat(ready()).isTrue();
    }

    /** A certificate of a web service must not be a login to all data. */
    @Test
    void membersHaveAnAuthorityOfTheirOwn() throws Exception {
        mariadb(3, true);
        assertThat(among()).isEqualTo("encrypted");
        assertThat(certificate("db-members-tls").getIssuerX500Principal())
                .isNotEqualTo(certificate("db-tls").getIssuerX500Principal());
        assertThat(config())
                .contains("socket.ssl=yes", "tca = /etc/mysql/members-tls/ca.crt", "!include /run/mysqld/copies.cnf")
                .doesNotContain("socket.dynamic");
    }

    @Test
    void livingMembersLearnBothBeforeTheySpeakEncryptedOnly() {
        mariadb(3, false);
        assertThat(among()).isNull();
        var plain = uids(3);
        simulation.hold("db-2");
        encrypt(true);
        simulation.settle();
        assertThat(among()).isEqualTo("both");
        assertThat(config()).contains("socket.ssl=yes", "socket.dynamic=true");
        assertThat(copies()).containsExactly("COPIES=encrypted", "COPIES_AS_GIVEN=yes");
        assertThat(uids(3).subList(0, 2)).as("nobody else while one is away").isEqualTo(plain.subList(0, 2));
        simulation.mend("db-2");
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(among()).isEqualTo("encrypted");
        assertThat(copies()).containsExactly("COPIES=encrypted");
        assertThat(uids(3)).doesNotContainAnyElementsOf(plain);
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void theWayBackLeadsOverBothToo() {
        mariadb(3, true);
        simulation.hold("db-2");
        encrypt(false);
        simulation.settle();
        assertThat(among()).isEqualTo("both");
        assertThat(copies()).containsExactly("COPIES=plain", "COPIES_AS_GIVEN=yes");
        simulation.mend("db-2");
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(among()).isNull();
        assertThat(copies()).isEmpty();
        assertThat(simulation.find(Secret.class, "db-members-tls")).isEmpty();
    }

    @Test
    void oneServerThatBecomesThreeSpeaksToNobodyInTheClear() {
        mariadb(1, true);
        assertThat(among()).isNull();
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        Simulation.NAMESPACE,
                        NAME,
                        found -> found.setSpec(MariaDBSpecBuilder.builder(found.getSpec())
                                .replicas(3)
                                .build()));
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(among()).isEqualTo("encrypted");
    }

    private PodTemplateSpec template() {
        return simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getTemplate();
    }

    private @Nullable String among() {
        var annotations = template().getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get("c5c3.io/among-members");
    }

    private List<String> copies() {
        return template().getSpec().getContainers().getFirst().getEnv().stream()
                .filter(variable -> variable.getName().startsWith("COPIES"))
                .map(variable -> variable.getName() + "=" + variable.getValue())
                .toList();
    }

    private void mariadb(int replicas, boolean encrypted) {
        simulation.add(MariaDBSimulationTest.mariadb(replicas, "10Gi", null, Map.of(), DeletionPolicy.Retain));
        encrypt(encrypted);
        simulation.settle();
        assertThat(ready()).isTrue();
    }

    private void encrypt(boolean now) {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        Simulation.NAMESPACE,
                        NAME,
                        found -> found.setSpec(MariaDBSpecBuilder.builder(found.getSpec())
                                .tls(new Tls(now, null, null))
                                .build()));
    }

    private String config() {
        return simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(map -> map.getMetadata().getName().startsWith("db-config-"))
                .map(map -> map.getData().get("c5c3.cnf"))
                .reduce("", String::concat);
    }

    private X509Certificate certificate(String secret) throws Exception {
        var pem = SecretText.decoded(
                        simulation.find(Secret.class, secret).orElseThrow().getData())
                .get("tls.crt");
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> uids(int members) {
        return IntStream.range(0, members)
                .mapToObj(number ->
                        simulation.find(Pod.class, NAME + "-" + number).orElseThrow())
                .map(pod -> pod.getMetadata().getUid())
                .toList();
    }

    private boolean ready() {
        return Conditions.ready(simulation.find(MariaDB.class, NAME).orElseThrow());
    }
}
