package io.c5c3.infrastructure.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.foreign.Certificate;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemcachedSimulationTest {

    private final Simulation simulation = new Simulation(List.of(new MemcachedBlueprint()), new Ports());

    @Test
    void theExampleOfTheDocumentsBecomesReady() {
        simulation.cluster().without(ServiceMonitor.class);
        add("memcached/seed");
        simulation.settle();
        assertThat(condition("openstack-memcached", "Ready").getStatus()).isEqualTo("True");
        assertThat(condition("openstack-memcached", "MonitoringReady").getMessage())
                .contains("Prometheus operator");
        var status = simulation
                .find(Memcached.class, "openstack-memcached")
                .orElseThrow()
                .getStatus();
        assertThat(status.readyReplicas()).isEqualTo(3);
        assertThat(status.serverList())
                .hasSize(3)
                .contains("openstack-memcached-0.openstack-memcached.openstack.svc.cluster.local:11211");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void withTheBuiltInAuthorityPodsRollOnlyForANewCertificate() {
        add("memcached/full");
        simulation.settle();
        assertThat(condition("cache", "Ready").getStatus()).isEqualTo("True");
        assertThat(simulation.find(ServiceMonitor.class, "cache")).isPresent();
        var first = inputs();
        simulation.clock().advance(Duration.ofDays(30));
        simulation.settle();
        assertThat(inputs()).isEqualTo(first);
        simulation.clock().advance(Duration.ofDays(40));
        simulation.settle();
        assertThat(inputs()).isNotEqualTo(first);
        simulation.cluster().take(Ref.of(Memcached.class, "openstack", "cache"));
        simulation.settle();
        assertThat(simulation.cluster().list(Secret.class, "openstack", java.util.Map.of()))
                .as("the namespace's authority signs for others, too, and its digests have one key")
                .extracting(secret -> secret.getMetadata().getName())
                .containsExactly("c5c3-ca", "c5c3-digest-key");
    }

    @Test
    void loginsAreMadeOnceAndCertificatesWaitedFor() {
        add("memcached/logins");
        simulation.settle();
        assertThat(condition("cache", "CertificateReady").getReason()).isEqualTo("WaitingForCertificate");
        assertThat(simulation
                        .find(Certificate.class, "cache-tls")
                        .orElseThrow()
                        .getSpec()
                        .issuerRef()
                        .kind())
                .isEqualTo("ClusterIssuer");
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("cache-tls")
                .endMetadata()
                .addToData("tls.crt", "eA==")
                .addToData("tls.key", "eA==")
                .addToData("ca.crt", "eA==")
                .build());
        simulation.settle();
        assertThat(condition("cache", "Ready").getStatus()).isEqualTo("True");
        var logins = simulation.find(Secret.class, "cache-auth").orElseThrow().getData();
        assertThat(text(logins.get("password-file")))
                .isEqualTo(text(logins.get("username")) + ":" + text(logins.get("password")) + "\n");
        assertThat(simulation
                        .find(Memcached.class, "cache")
                        .orElseThrow()
                        .getStatus()
                        .readyReplicas())
                .isZero();
    }

    @Test
    void withoutCertManagerTheBuiltInAuthoritySignsAndSaysSo() {
        simulation.cluster().without(Certificate.class);
        add("memcached/logins");
        simulation.settle();
        assertThat(condition("cache", "Ready").getStatus()).isEqualTo("True");
        assertThat(condition("cache", "CertificateReady").getReason()).isEqualTo("CertManagerNotInstalled");
        assertThat(condition("cache", "CertificateReady").getMessage())
                .startsWith("cert-manager is not installed, so ClusterIssuer/");
    }

    /** Its definitions are away for a moment in an upgrade; what it has signed must not be replaced by anybody. */
    @Test
    void aCertificateOfCertManagerOutlivesItsDefinitions() {
        simulation.cluster().without(Certificate.class);
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("cache-tls")
                .addToAnnotations("cert-manager.io/issuer-name", "public")
                .endMetadata()
                .addToData("tls.crt", "eA==")
                .addToData("tls.key", "eA==")
                .build());
        add("memcached/logins");
        simulation.settle();
        assertThat(condition("cache", "CertificateReady").getReason()).isEqualTo("CertificateNotInstalled");
        assertThat(simulation.find(Secret.class, "cache-tls").orElseThrow().getData())
                .containsEntry("tls.crt", "eA==");
    }

    @Test
    void argumentsOfTheOperatorAreRefused() {
        var memcached = new Memcached();
        memcached.setMetadata(new ObjectMetaBuilder().withName("cache").build());
        memcached.setSpec(new Memcached.Spec(
                1,
                null,
                new Memcached.Config(null, null, null, null, null, List.of("--port=1")),
                null,
                null,
                null,
                null,
                null,
                null));
        simulation.add(memcached);
        simulation.settle();
        assertThat(condition("cache", "ConfigReady").getReason()).isEqualTo("ArgumentNotAllowed");
        assertThat(simulation.find(StatefulSet.class, "cache")).isEmpty();
    }

    @Test
    void theCountFollowsWhileServersAreAway() {
        add("memcached/minimal");
        simulation.settle();
        simulation.hold("memcached");
        simulation.settle();
        assertThat(simulation
                        .find(Memcached.class, "memcached")
                        .orElseThrow()
                        .getStatus()
                        .readyReplicas())
                .isZero();
        assertThat(condition("memcached", "StatefulSetReady").getReason()).isEqualTo("RolloutInProgress");
    }

    private void add(String name) {
        simulation.add(Golden.resource(Memcached.class, name));
    }

    private String inputs() {
        return simulation
                .find(StatefulSet.class, "cache")
                .orElseThrow()
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .get(WorkloadStep.INPUTS);
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private Condition condition(String name, String type) {
        return Conditions.of(simulation.find(Memcached.class, name).orElseThrow(), type)
                .orElseThrow();
    }
}
