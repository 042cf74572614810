package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.Tls;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RabbitMQSimulationTest {

    private static final String NAME = "rabbitmq";
    private final MemoryBroker broker = new MemoryBroker();
    private final Simulation simulation =
            new Simulation(List.of(new RabbitMQBlueprint()), new Ports().with(Broker.class, broker));

    @Test
    void becomesReadyAndThenRests() {
        simulation.add(rabbitmq(1));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("ServerReady").getReason()).isEqualTo("ServerAnswers");
        assertThat(condition("ClusterReady").getMessage()).isEqualTo("One server needs no cluster.");
        var status = simulation.find(RabbitMQ.class, NAME).orElseThrow().getStatus();
        assertThat(status.endpoint()).isEqualTo("rabbitmq-client.openstack.svc.cluster.local:5672");
        assertThat(status.hosts()).containsExactly("rabbitmq-0.rabbitmq.openstack.svc:5672");
        assertThat(status.version()).startsWith("4.");
        assertThat(simulation.find(PodDisruptionBudget.class, NAME)).isEmpty();
        assertRest();
    }

    @Test
    void theFirstServerFoundsTheClusterAlone() {
        simulation.hold(NAME);
        simulation.add(rabbitmq(3));
        simulation.settle();
        assertThat(replicas()).isEqualTo(1);
        assertThat(condition("StatefulSetReady").getStatus()).isEqualTo("False");
        simulation.mend(NAME);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
        assertThat(condition("ClusterReady").getReason()).isEqualTo("ClusterComplete");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(simulation.find(PodDisruptionBudget.class, NAME)).isPresent();
        assertRest();
    }

    /** Whatever the state it is in: a server that waits for the others must not be what the others wait for. */
    @Test
    void aFoundedClusterIsNeverStartedOneByOne() {
        simulation.add(rabbitmq(3));
        simulation.settle();
        simulation.hold(NAME);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
        simulation.add(claim(1, "10Gi"));
        take(StatefulSet.class, NAME);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
    }

    @Test
    void scalingUpRestartsNobody() {
        simulation.add(rabbitmq(1));
        simulation.settle();
        var before =
                simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getTemplate();
        change(spec -> spec(3, spec.storageSize(), null, Map.of(), null, null));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        var after = simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec();
        assertThat(after.getReplicas()).isEqualTo(3);
        assertThat(after.getTemplate()).isEqualTo(before);
    }

    @Test
    void aServerOutsideTheClusterIsNamed() {
        broker.lose("rabbitmq-2");
        simulation.add(rabbitmq(3));
        simulation.settle();
        assertThat(condition("ClusterReady").getReason()).isEqualTo("ClusterIncomplete");
        assertThat(condition("ClusterReady").getMessage())
                .startsWith("2 of 3 servers are one cluster; rabbitmq-2 not.")
                .contains("delete PersistentVolumeClaim/data-rabbitmq-2 and the pod");
        assertThat(condition("Ready").getStatus()).isEqualTo("False");
        broker.find("rabbitmq-2");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void everySecretIsRestoredFromItsOtherCopy() {
        simulation.add(rabbitmq(3));
        simulation.settle();
        var known = Map.of(
                "rabbitmq-admin", value("rabbitmq-admin", "password"),
                "rabbitmq-admin-backup", value("rabbitmq-admin", "password"),
                "rabbitmq-erlang-cookie", value("rabbitmq-erlang-cookie", "cookie"),
                "rabbitmq-erlang-cookie-backup", value("rabbitmq-erlang-cookie", "cookie"));
        known.forEach((lost, value) -> {
            take(Secret.class, lost);
            simulation.settle();
            assertThat(value(lost, lost.contains("cookie") ? "cookie" : "password"))
                    .isEqualTo(value);
            assertThat(condition("Ready").getStatus()).isEqualTo("True");
        });
        assertThat(broker.changes()).isEmpty();
    }

    @Test
    void theCookieCannotBeEdited() {
        simulation.add(rabbitmq(1));
        simulation.settle();
        var cookie = simulation.find(Secret.class, "rabbitmq-erlang-cookie").orElseThrow();
        assertThat(cookie.getImmutable()).isTrue();
        assertThat(value("rabbitmq-erlang-cookie", "cookie")).matches("[0-9a-f]{64}");
    }

    @Test
    void aCookieWithoutContentIsNoCookie() {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("rabbitmq-erlang-cookie")
                .endMetadata()
                .build());
        simulation.add(rabbitmq(1));
        simulation.settle();
        assertThat(condition("SecretsReady").getReason()).isEqualTo("SecretIncomplete");
        assertThat(condition("SecretsReady").getMessage())
                .startsWith("Secret/rabbitmq-erlang-cookie was not made here and lacks cookie");
        take(Secret.class, "rabbitmq-erlang-cookie");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void whenBothPasswordsAreLostTheServersTakeANewOne() {
        simulation.add(rabbitmq(1));
        simulation.settle();
        var old = value("rabbitmq-admin", "password");
        take(Secret.class, "rabbitmq-admin");
        take(Secret.class, "rabbitmq-admin-backup");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(value("rabbitmq-admin", "password")).isNotEqualTo(old);
        assertThat(value("rabbitmq-admin-backup", "password")).isEqualTo(value("rabbitmq-admin", "password"));
    }

    /** The cluster's state comes from a backup that is older than the password. */
    @Test
    void anOlderBackupOfTheSecretsIsGoodEnough() {
        simulation.add(rabbitmq(3));
        simulation.settle();
        var older = List.of(
                simulation.find(Secret.class, "rabbitmq-admin").orElseThrow(),
                simulation.find(Secret.class, "rabbitmq-admin-backup").orElseThrow());
        secret("rabbitmq-admin", "newer");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        older.forEach(simulation::add);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    /** The servers have taken the second password, nobody has seen it, and a third is asked for. */
    @Test
    void aCrashAndASecondEditLoseNoPassword() {
        simulation.add(rabbitmq(1));
        simulation.settle();
        secret("rabbitmq-admin", "second");
        broker.interfere(new MemoryCluster.Interference() {
            @Override
            public void after(String write) {
                throw new Killed();
            }
        });
        assertThatThrownBy(simulation::settle).isInstanceOf(Killed.class);
        broker.interfere(new MemoryCluster.Interference() {});
        secret("rabbitmq-admin", "third");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(value("rabbitmq-admin-backup", "password")).isEqualTo("third");
        assertThat(broker.changes()).containsExactly("set password of admin", "set password of admin");
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aChangedPasswordIsCarriedOver() {
        simulation.add(rabbitmq(spec(1, "10Gi", "mine", Map.of(), null, null)));
        simulation.settle();
        assertThat(condition("SecretsReady").getReason()).isEqualTo("WaitingForAdminPassword");
        secret("mine", "first-password");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        secret("mine", "second-'\"\\%-pässword");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(broker.changes()).containsExactly("set password of admin");
        assertThat(value("rabbitmq-admin-backup", "password")).isEqualTo("second-'\"\\%-pässword");
        assertThat(simulation.find(Secret.class, "rabbitmq-admin")).isEmpty();
    }

    @Test
    void aServerThatIsAwayIsWaitedFor() {
        broker.away(true);
        simulation.add(rabbitmq(1));
        simulation.settle();
        assertThat(condition("ServerReady").getReason()).isEqualTo("WaitingForServer");
        assertThat(simulation.report(RabbitMQ.class, NAME).orElseThrow().again())
                .isPresent();
        broker.away(false);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void optionsOfTheOperatorAreRefused() {
        simulation.add(rabbitmq(spec(1, "10Gi", null, Map.of("listeners.tcp.default", "1"), null, null)));
        simulation.settle();
        assertThat(condition("ConfigReady").getReason()).isEqualTo("OptionNotAllowed");
        assertThat(condition("ConfigReady").getMessage())
                .isEqualTo("config.listeners.tcp.default is set by the operator: take it out of config.");
        assertThat(condition("StatefulSetReady").getStatus()).isEqualTo("Unknown");
        change(spec -> spec(1, "10Gi", null, Map.of("default_queue_type", "classic"), null, null));
        simulation.settle();
        assertThat(condition("ConfigReady").getMessage()).endsWith("write queueType.");
        change(spec -> spec(1, "10Gi", null, Map.of("log.level", "info\ndefault_pass = x"), null, null));
        simulation.settle();
        assertThat(condition("ConfigReady").getReason()).isEqualTo("InvalidOption");
    }

    @Test
    void encryptionMovesThePorts() {
        simulation.add(rabbitmq(spec(1, "10Gi", null, Map.of(), new Tls(true, null, null), null)));
        simulation.settle();
        assertThat(condition("CertificateReady").getReason()).isEqualTo("CertificateIssued");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        var status = simulation.find(RabbitMQ.class, NAME).orElseThrow().getStatus();
        assertThat(status.endpoint()).isEqualTo("rabbitmq-client.openstack.svc.cluster.local:5671");
    }

    @Test
    void theVolumesGrowAndNeverShrink() {
        simulation.add(rabbitmq(3));
        simulation.settle();
        for (var server = 0; server < 3; server++) {
            simulation.add(claim(server, "10Gi"));
        }
        change(spec -> spec(3, "20Gi", null, Map.of(), null, null));
        simulation.settle();
        for (var server = 0; server < 3; server++) {
            assertThat(simulation
                            .find(PersistentVolumeClaim.class, "data-rabbitmq-" + server)
                            .orElseThrow()
                            .getSpec()
                            .getResources()
                            .getRequests())
                    .containsEntry("storage", new Quantity("20Gi"));
        }
        var template = simulation
                .find(StatefulSet.class, NAME)
                .orElseThrow()
                .getSpec()
                .getVolumeClaimTemplates()
                .getFirst();
        assertThat(template.getSpec().getResources().getRequests()).containsEntry("storage", new Quantity("10Gi"));
        change(spec -> spec(3, "5Gi", null, Map.of(), null, null));
        simulation.settle();
        assertThat(condition("StorageReady").getReason()).isEqualTo("StorageShrinks");
        assertThat(condition("ServerReady").getStatus()).isEqualTo("True");
    }

    @Test
    void dataStayUnlessTheResourceSaysOtherwise() {
        for (var policy : DeletionPolicy.values()) {
            simulation.add(rabbitmq(spec(3, "10Gi", null, Map.of(), null, policy)));
            for (var server = 0; server < 3; server++) {
                simulation.add(claim(server, "10Gi"));
            }
            simulation.settle();
            take(RabbitMQ.class, NAME);
            simulation.settle();
            var kept = policy == DeletionPolicy.Retain;
            assertThat(simulation.find(RabbitMQ.class, NAME)).isEmpty();
            assertThat(simulation.find(StatefulSet.class, NAME)).isEmpty();
            for (var secret : List.of("admin", "admin-backup", "erlang-cookie", "erlang-cookie-backup")) {
                assertThat(simulation.find(Secret.class, "rabbitmq-" + secret).isPresent())
                        .isEqualTo(kept);
            }
            for (var server = 0; server < 3; server++) {
                assertThat(simulation
                                .find(PersistentVolumeClaim.class, "data-rabbitmq-" + server)
                                .isPresent())
                        .isEqualTo(kept);
            }
        }
    }

    static RabbitMQ rabbitmq(int replicas) {
        return rabbitmq(spec(replicas, "10Gi", null, Map.of(), null, null));
    }

    private static RabbitMQ rabbitmq(RabbitMQ.Spec spec) {
        var rabbitmq = new RabbitMQ();
        rabbitmq.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        rabbitmq.setSpec(spec);
        return rabbitmq;
    }

    private static RabbitMQ.Spec spec(
            int replicas, String size, String secret, Map<String, String> config, Tls tls, DeletionPolicy policy) {
        return new RabbitMQ.Spec(
                replicas,
                size,
                "",
                null,
                secret == null ? null : new SecretRef(secret),
                null,
                null,
                config,
                tls,
                null,
                null,
                null,
                policy);
    }

    private static PersistentVolumeClaim claim(int server, String size) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName("data-rabbitmq-" + server)
                .addToLabels("c5c3.io/operator", "rabbitmq")
                .addToAnnotations(Owner.RECORD, "openstack.k8s.io/RabbitMQ/openstack/rabbitmq/")
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .addToRequests("storage", new Quantity(size))
                .endResources()
                .endSpec()
                .build();
    }

    private void change(UnaryOperator<RabbitMQ.Spec> to) {
        simulation.cluster().edit(RabbitMQ.class, "openstack", NAME, found -> found.setSpec(to.apply(found.getSpec())));
    }

    private int replicas() {
        return simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getReplicas();
    }

    private void secret(String name, String password) {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToData("password", Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)))
                .build());
    }

    private String value(String secret, String key) {
        var value =
                simulation.find(Secret.class, secret).orElseThrow().getData().get(key);
        return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }

    private void take(Class<? extends HasMetadata> kind, String name) {
        simulation.cluster().take(Ref.of(kind, "openstack", name));
    }

    private void assertRest() {
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(RabbitMQ.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
