package io.c5c3.node.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.rabbitmq.RabbitMQBlueprint;
import io.c5c3.services.nova.Compute;
import io.c5c3.services.nova.MemoryCompute;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents in a cluster in memory, of a Nova that somebody else looks after. */
class NovaComputeOperatorTest {

    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryCompute compute = new MemoryCompute();
    private final Simulation simulation = new Simulation(
            List.of(new RabbitMQBlueprint(), new NovaComputeBlueprint()),
            new Ports().with(Broker.class, broker).with(Compute.class, compute));

    @BeforeEach
    void given() {
        simulation.add(NovaComputeGoldenTest.keystone());
        simulation.add(secret(
                "nova-rabbitmq-credentials", Map.of("username", "nova", "password", "nova's", "vhost", "cells")));
        simulation.add(secret(
                "nova-keystone-credentials",
                Map.of("application_credential_id", "id", "application_credential_secret", "app $ecret")));
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: openstack.k8s.io/v1alpha1
            kind: RabbitMQ
            metadata: {name: rabbitmq}
            spec: {}
            """, RabbitMQ.class));
        simulation.settle();
        nova("True", "{}");
        broker.given(queue(), "cells", Owner.of(find(Nova.class, "nova")));
        broker.given(queue(), "neutron", new Owner("neutron.openstack.c5c3.io", "Neutron", "openstack", "neutron", ""));
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: NovaCompute
            metadata: {name: hypervisors}
            spec: {}
            """, NovaCompute.class));
    }

    private void nova(String cellsReady, String spec) {
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: Nova
            metadata: {name: nova}
            spec: %s
            status: {conditions: [{type: CellsReady, status: "%s", message: Job/nova-cell1-mapping is running.}]}
            """.formatted(spec, cellsReady), Nova.class));
    }

    private String queue() {
        return find(Service.class, "rabbitmq-client").getSpec().getClusterIP();
    }

    /** The pods of a node, with the last words of the probe. */
    private void node(String name, String words) {
        for (var part : List.of("libvirt", "compute")) {
            var set = find(DaemonSet.class, "hypervisors-" + part);
            simulation.add(new PodBuilder()
                    .withNewMetadata()
                    .withName("hypervisors-" + part + "-" + name)
                    .withLabels(set.getSpec().getTemplate().getMetadata().getLabels())
                    .endMetadata()
                    .withNewSpec()
                    .withNodeName(name)
                    .endSpec()
                    .withNewStatus()
                    .addNewInitContainerStatus()
                    .withName("probe")
                    .withNewState()
                    .withNewTerminated()
                    .withExitCode(0)
                    .withMessage(words)
                    .endTerminated()
                    .endState()
                    .endInitContainerStatus()
                    .endStatus()
                    .build());
        }
    }

    @Test
    void withALoginOfItsOwnNothingOfNovasGetsToANode() {
        simulation.add(secret(
                "agent", Map.of("application_credential_id", "agent", "application_credential_secret", "agent's")));
        nova("True", "{serviceAuth: {neutronServiceUserRef: {name: neutron}}}");
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: nova.openstack.c5c3.io/v1alpha1
                kind: NovaCompute
                metadata: {name: hypervisors}
                spec: {keystone: {appCredentialRef: {secretName: agent}}}
                """, NovaCompute.class));
        simulation.settle();
        for (var part : List.of("libvirt", "compute")) {
            assertThat(Json.MAPPER
                            .valueToTree(find(DaemonSet.class, "hypervisors-" + part))
                            .toString())
                    .doesNotContain("-keystone-credentials");
        }
        assertThat(Json.MAPPER
                        .valueToTree(find(DaemonSet.class, "hypervisors-compute"))
                        .toString())
                .contains("\"agent\"");
        node("n1", "kvm");
        compute.report("nova-compute", "n1", true);
        simulation.settle();
        assertThat(Conditions.ready(resource()))
                .as("%s", Conditions.of(resource()))
                .isTrue();
    }

    @Test
    void qemuIsNotRootAndBehindAFilter() {
        simulation.settle();
        var options = simulation.cluster().list(ConfigMap.class, "openstack", Map.of()).stream()
                .map(map -> map.getData().getOrDefault("qemu.conf", ""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(options)
                .contains("user = \"libvirt-qemu\"", "seccomp_sandbox = 1")
                .doesNotContain("root");
    }

    @Test
    void becomesReadyAndThenRests() {
        simulation.settle();
        node("n1", "qemu: a small guest does not boot under KVM (KVM internal error. Suberror: 1)");
        node("n2", "kvm");
        compute.report("nova-compute", "n1", true);
        compute.report("nova-compute", "n2", true);
        simulation.settle();
        assertThat(Conditions.ready(resource()))
                .as("%s", Conditions.of(resource()))
                .isTrue();
        assertThat(Conditions.status(resource()).path("nodes").toString())
                .isEqualTo("[{\"name\":\"n1\",\"virtType\":\"qemu\",\"message\":\"a small guest does not boot under KVM"
                        + " (KVM internal error. Suberror: 1)\",\"state\":\"up\"},"
                        + "{\"name\":\"n2\",\"virtType\":\"kvm\",\"state\":\"up\"}]");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void agentsAreGuestsOfTheirCellAndOfNobodyElse() {
        simulation.add(secret(
                "nova-rabbitmq-credentials", Map.of("username", "nova", "password", "nova's", "vhost", "neutron")));
        var before = broker.changes();
        simulation.settle();
        assertThat(Conditions.of(resource(), "MessagingReady").orElseThrow().getMessage())
                .startsWith("The vhost neutron on RabbitMQ/rabbitmq belongs to Neutron/neutron");
        assertThat(broker.changes()).isEqualTo(before);
    }

    @Test
    void agentsHaveAUserOfTheirOwnInTheQueueOfTheirCell() {
        simulation.settle();
        assertThat(find(Secret.class, "hypervisors-compute-rabbitmq-credentials")
                        .getData()
                        .get("vhost"))
                .isEqualTo(base64("cells"));
        assertThat(broker.changes().toString()).contains("hypervisors-compute");
        var agent = find(DaemonSet.class, "hypervisors-compute").toString();
        assertThat(agent)
                .contains("name=hypervisors-compute-messaging-connection")
                .as("no database, no login of the control plane's")
                .doesNotContain("db-connection", "name=nova-messaging-connection");
    }

    @Test
    void serversThatOnlyTheAgentsAreSentToNeedALogin() {
        nova("True", "{messaging: {hosts: [\"mq.example.com:5672\"]}}");
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: NovaCompute
            metadata: {name: hypervisors}
            spec: {messaging: {hosts: ["edge.example.com:5672"]}}
            """, NovaCompute.class));
        simulation.settle();
        assertThat(Conditions.of(resource(), "MessagingReady").orElseThrow().getMessage())
                .contains("edge.example.com:5672", "name the Secret that holds one in spec.messaging.secretRef");
    }

    @Test
    void theQueueOfAPersonIsUsedAsTheCellDoes() {
        nova("True", "{messaging: {hosts: [\"mq.example.com:5672\"]}}");
        simulation.add(secret("nova-messaging-connection", Map.of("transport_url", "rabbit://x")));
        simulation.settle();
        assertThat(find(DaemonSet.class, "hypervisors-compute").toString()).contains("name=nova-messaging-connection");
    }

    @Test
    void libvirtDoesNotWaitForNovaAndTheAgentDoes() {
        nova("False", "{}");
        simulation.settle();
        find(DaemonSet.class, "hypervisors-libvirt");
        assertThat(simulation.find(DaemonSet.class, "hypervisors-compute")).isEmpty();
        assertThat(reason("NovaReady")).isEqualTo("WaitingForCell");
        assertThat(message("NovaReady")).contains("Job/nova-cell1-mapping is running");
    }

    @Test
    void aCellThatNovaDoesNotHaveIsNamed() {
        nova("True", "{cells: [{name: other}]}");
        simulation.settle();
        assertThat(reason("NovaReady")).isEqualTo("WaitingForCell");
        assertThat(message("NovaReady")).contains("no cell cell1", "other");
    }

    @Test
    void anAgentThatNovaDoesNotHearOfIsNotReady() {
        simulation.settle();
        node("n1", "qemu");
        simulation.settle();
        assertThat(reason("NodesReady")).isEqualTo("WaitingForHypervisors");
        assertThat(message("NodesReady")).contains("n1");
        compute.report("nova-compute", "n1", true);
        compute.withoutResources("n1");
        simulation.settle();
        assertThat(reason("NodesReady")).as("it has no room for a guest").isEqualTo("WaitingForHypervisors");
    }

    @Test
    void aNewOptionRestartsTheAgentAndNotLibvirt() {
        simulation.settle();
        var libvirt = find(DaemonSet.class, "hypervisors-libvirt").getSpec();
        var agent = find(DaemonSet.class, "hypervisors-compute").getSpec();
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: NovaCompute
            metadata: {name: hypervisors}
            spec: {customConfig: {DEFAULT: {debug: "true"}}}
            """, NovaCompute.class));
        simulation.settle();
        assertThat(find(DaemonSet.class, "hypervisors-libvirt").getSpec()).isEqualTo(libvirt);
        assertThat(find(DaemonSet.class, "hypervisors-compute").getSpec()).isNotEqualTo(agent);
    }

    @Test
    void passwordsAreInSecretsOnly() {
        simulation.settle();
        var password = find(Secret.class, "hypervisors-compute-rabbitmq-credentials")
                .getData()
                .get("password");
        var plain = new String(Base64.getDecoder().decode(password), StandardCharsets.UTF_8);
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain(plain, "nova's", "app $ecret");
            }
        });
    }

    private NovaCompute resource() {
        return find(NovaCompute.class, "hypervisors");
    }

    private String reason(String condition) {
        return Conditions.of(resource(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of(resource(), condition).orElseThrow().getMessage();
    }

    private <T extends HasMetadata> T find(Class<T> kind, String name) {
        return simulation.find(kind, name).orElseThrow(() -> new AssertionError(name + " is missing"));
    }

    private static Secret secret(String name, Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) -> data.put(key, base64(value)));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(
                        SentTo.ALLOWED,
                        "db.example.com, keystone.example.com, keystone, mq.example.com, rabbit.example.com,"
                                + " Cinder/cinder")
                .endMetadata()
                .withData(data)
                .build();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
