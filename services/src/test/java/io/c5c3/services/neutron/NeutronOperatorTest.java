package io.c5c3.services.neutron;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.ovn.MemoryOvsdb;
import io.c5c3.infrastructure.ovn.Ovsdb;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.services.Neighbours;
import io.c5c3.services.ServiceWorld;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Neutron in a cluster in memory, on a queue that somebody else made. */
class NeutronOperatorTest {

    private static final String QUEUE = "messaging: {hosts: [rabbit.example.com]}";
    private static final String PLAIN = "{" + QUEUE + "}";
    private static final List<String> PARTS = List.of("api", "rpc", "periodic", "maintenance");

    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryOvsdb ovn = new MemoryOvsdb(InstantSource.system());
    private final ServiceWorld<Neutron> world = new ServiceWorld<>(
            new NeutronBlueprint(),
            new Ports().with(Broker.class, broker).with(Ovsdb.class, ovn).with(Networks.class, new MemoryNetworks()));

    @BeforeEach
    void given() {
        broker.given("rabbit.example.com", "neutron", "queue $ecret", "neutron");
        world.simulation()
                .add(Neighbours.secret(
                        "neutron-rabbitmq-credentials",
                        Map.of("username", "neutron", "password", "queue $ecret", "vhost", "neutron")));
        world.simulation().add(Neighbours.ovn(Simulation.NAMESPACE, "ovn", false));
    }

    @Test
    void becomesReadyAndThenRests() {
        givenNova("{}");
        world.apply(PLAIN);
        world.isReady();
        assertThat(world.status("endpoint")).isEqualTo("http://neutron.openstack.svc.cluster.local:9696");
        assertThat(world.status("installedRelease")).isEqualTo("27.0.1");
        assertThat(world.reason("OVNConnected")).isEqualTo("OVNConnected");
        assertThat(world.reason("MetadataAgentReady")).isEqualTo("RolloutComplete");
        PARTS.forEach(part -> assertThat(world.deployment(part)).isNotNull());
        world.keepsSecrets("queue $ecret", "queue%20%24ecret", "metadata $ecret");
        world.rests();
    }

    @Test
    void nothingStartsBeforeOvnAnswersAndNothingStopsWhenItGoes() {
        ovn.away(true);
        world.apply(PLAIN);
        assertThat(world.reason("OVNConnected")).isEqualTo("OVNUnreachable");
        assertThat(world.message("OVNConnected")).contains("ovn-nb");
        assertThat(world.simulation().find(Deployment.class, "neutron-api")).isEmpty();
        ovn.away(false);
        world.simulation().settle();
        world.isReady();
        var template = world.deployment("api").getSpec().getTemplate();
        ovn.away(true);
        world.simulation().settle();
        assertThat(Conditions.ready(world.resource())).isFalse();
        assertThat(world.reason("OVNConnected")).isEqualTo("OVNUnreachable");
        assertThat(world.deployment("api").getSpec().getTemplate()).isEqualTo(template);
    }

    /** Its pods would take a database with less behind it for old data, and wait for the lost one. */
    @Test
    void whoKnewADatabaseThatBeganAnewIsStartedAgain() {
        givenNova("{}");
        world.apply(PLAIN);
        var templates = templates();
        founded(null, null);
        world.simulation().settle();
        assertThat(world.reason("OVNConnected")).isEqualTo("WaitingForOVN");
        assertThat(world.message("OVNConnected")).contains("OVNCluster/ovn", "founded");
        founded("first-nb", "first-sb");
        world.simulation().settle();
        assertThat(templates()).isEqualTo(templates);
        founded("second-nb", "first-sb");
        world.simulation().settle();
        world.isReady();
        assertThat(templates()).doesNotContainAnyElementsOf(templates);
    }

    private List<PodTemplateSpec> templates() {
        return Stream.concat(
                        PARTS.stream()
                                .map(part -> world.deployment(part).getSpec().getTemplate()),
                        Stream.of(agent().getSpec().getTemplate()))
                .toList();
    }

    private void founded(@Nullable String northbound, @Nullable String southbound) {
        world.simulation()
                .cluster()
                .edit(
                        OVNCluster.class,
                        Simulation.NAMESPACE,
                        "ovn",
                        cluster -> cluster.setStatus(
                                new OVNCluster.Status(null, null, null, northbound, southbound, null, null, null)));
    }

    @Test
    void aWrongAddressRollsNoPods() {
        world.apply(PLAIN);
        var template = world.deployment("api").getSpec().getTemplate();
        ovn.away(true);
        world.apply("{" + QUEUE + ", ovn: {nbConnection: 'tcp:10.9.9.9:6641', sbConnection: 'tcp:10.9.9.9:6642'}}");
        assertThat(world.reason("OVNConnected")).isEqualTo("OVNUnreachable");
        assertThat(world.deployment("api").getSpec().getTemplate()).isEqualTo(template);
    }

    @Test
    void waitsForAnOvnCluster() {
        world.simulation().cluster().take(Ref.of(Neighbours.ovn(Simulation.NAMESPACE, "ovn", false)));
        world.apply(PLAIN);
        assertThat(world.reason("OVNConnected")).isEqualTo("WaitingForOVN");
        assertThat(world.message("OVNConnected")).contains("There is no OVNCluster in the namespace openstack");
        world.apply("{" + QUEUE + ", ovn: {clusterRef: {name: a, namespace: infrastructure}}}");
        assertThat(world.reason("OVNConnected")).isEqualTo("ReferenceNotGranted");
        assertThat(world.message("OVNConnected")).contains("OVNCluster/a", "infrastructure");
        granted("a");
        world.simulation().settle();
        assertThat(world.reason("OVNConnected")).isEqualTo("WaitingForOVN");
        assertThat(world.message("OVNConnected")).contains("OVNCluster/a", "infrastructure");
        world.simulation().add(Neighbours.ovn(Simulation.NAMESPACE, "one", false));
        world.simulation().add(Neighbours.ovn(Simulation.NAMESPACE, "two", false));
        world.apply(PLAIN);
        assertThat(world.reason("OVNConnected")).isEqualTo("OVNAmbiguous");
        world.apply("{" + QUEUE + ", ovn: {clusterRef: {name: two}}}");
        world.isReady();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ovn: {enabled: false} | MechanismDriverNotUsable | ovn.enabled
        ovn: {nbConnection: 'ssl:a:6641', sbConnection: 'ssl:a:6642'} | OVNCertificateMissing | ovn.tlsSecretRef
        ml2: {vlanRanges: ['physnet1:100']} | PhysicalNetworkInvalid | physnet1:100:199
        ml2: {flatNetworks: ["a\\n[database]"]} | PhysicalNetworkInvalid | ml2.flatNetworks
        customConfig: {ml2: {mechanism_drivers: openvswitch}} | OptionOwnedByOperator | ml2.mechanismDrivers
        customConfig: {ovn: {ovn_sb_connection: 'tcp:a:1'}} | OptionOwnedByOperator | ovn.clusterRef
        """)
    void aMistakeIsExplainedAndBreaksNothing(String field, String reason, String advice) {
        world.apply(PLAIN);
        var template = world.deployment("api").getSpec().getTemplate();
        world.apply("{" + QUEUE + ", " + field + "}");
        assertThat(world.reason("ConfigReady")).isEqualTo(reason);
        assertThat(world.message("ConfigReady")).contains(advice);
        assertThat(world.deployment("api").getSpec().getTemplate()).isEqualTo(template);
    }

    @Test
    void networksNeedNoOvn() {
        ovn.away(true);
        world.apply("{" + QUEUE + ", ovn: {enabled: false}, ml2: {mechanismDrivers: [sriovnicswitch]}}");
        world.isReady();
        assertThat(world.reason("OVNConnected")).isEqualTo("NotRequired");
        assertThat(world.simulation().find(Deployment.class, "neutron-maintenance"))
                .isEmpty();
    }

    @Test
    void orAreMadeByAgentsWhichGoWhenOvnIsBack() {
        ovn.away(true);
        givenNova("{}");
        world.apply("{" + QUEUE + ", ml2: {mechanismDrivers: [openvswitch]}}");
        world.isReady();
        assertThat(world.reason("OVNConnected")).isEqualTo("NotRequired");
        assertThat(world.reason("AgentsReporting")).isEqualTo("NoNodes");
        assertThat(daemons())
                .containsExactlyInAnyOrder(
                        "neutron-ovs",
                        "neutron-ovs-agent",
                        "neutron-l3-agent",
                        "neutron-dhcp-agent",
                        "neutron-metadata-agent");
        world.rests();
        ovn.away(false);
        world.apply(PLAIN);
        world.isReady();
        assertThat(world.reason("AgentsReady")).isEqualTo("NotRequired");
        assertThat(daemons()).containsExactly("neutron-ovn-agent");
    }

    private List<String> daemons() {
        return world.simulation().cluster().snapshot().keySet().stream()
                .filter(name -> name.contains("/DaemonSet/"))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .toList();
    }

    @Test
    void guestsAskThroughAnAgentOnceThereIsANova() {
        world.apply(PLAIN);
        world.isReady();
        assertThat(world.reason("MetadataAgentReady")).isEqualTo("NotRequired");
        world.simulation().add(Neighbours.nova("{metadata: {sharedSecretRef: {name: shared, key: word}}}"));
        world.simulation().settle();
        assertThat(world.reason("MetadataAgentReady")).isEqualTo("WaitingForMetadataSecret");
        assertThat(world.message("MetadataAgentReady")).contains("Secret/shared", "word");
        world.simulation().add(Neighbours.secret("shared", Map.of("word", "metadata $ecret")));
        world.simulation().settle();
        world.isReady();
        assertThat(agent().getSpec().getTemplate().getSpec().getHostNetwork()).isTrue();
        assertThat(options()).contains("nova_metadata_host = nova-metadata.openstack.svc\n");
        world.apply("{" + QUEUE + ", metadataAgent: {enabled: false}}");
        world.isReady();
        assertThat(world.simulation().find(DaemonSet.class, "neutron-ovn-agent"))
                .isEmpty();
    }

    @Test
    void aNewSharedSecretRollsTheAgentAlone() {
        givenNova("{}");
        world.apply(PLAIN);
        var api = world.deployment("api").getSpec().getTemplate();
        var agent = agent().getSpec().getTemplate();
        world.simulation().add(Neighbours.secret("nova-metadata-secret", Map.of("shared_secret", "other")));
        world.simulation().settle();
        assertThat(agent().getSpec().getTemplate()).isNotEqualTo(agent);
        assertThat(world.deployment("api").getSpec().getTemplate()).isEqualTo(api);
    }

    @Test
    void anOptionOfTheServerDoesNotRestartTheAgent() {
        givenNova("{}");
        world.apply(PLAIN);
        var agent = agent().getSpec().getTemplate();
        world.apply("{" + QUEUE + ", customConfig: {quotas: {quota_network: '7'}}}");
        assertThat(agent().getSpec().getTemplate()).isEqualTo(agent);
        world.apply("{" + QUEUE + ", customConfig: {metadata_rate_limiting: {rate_limit_enabled: 'true'}}}");
        assertThat(agent().getSpec().getTemplate()).isNotEqualTo(agent);
        world.isReady();
    }

    /** Tables are widened for the new release, pods are replaced, and only then goes what the old one needed. */
    @Test
    void anotherReleaseExpandsRollsAndContracts() {
        world.apply(PLAIN);
        world.simulation().hold("neutron-rpc");
        world.apply("{" + QUEUE + ", image: {tag: 28.0.0}}");
        assertThat(command()).endsWith("upgrade", "--expand");
        assertThat(world.status("installedRelease")).isEqualTo("27.0.1");
        PARTS.forEach(part -> assertThat(image(part)).isEqualTo("ghcr.io/c5c3/neutron:28.0.0"));
        world.simulation().mend("neutron-rpc");
        world.simulation().settle();
        assertThat(world.status("installedRelease")).isEqualTo("28.0.0");
        assertThat(command()).endsWith("upgrade", "heads");
        assertThat(world.job("db-sync")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getImage())
                .isEqualTo("ghcr.io/c5c3/neutron:28.0.0");
        world.isReady();
        world.rests();
    }

    @Test
    void aQueueThatIsAwayIsTold() {
        broker.away(true);
        world.apply(PLAIN);
        assertThat(world.reason("MessagingReady")).isEqualTo("WaitingForMessaging");
        assertThat(world.simulation().find(Deployment.class, "neutron-rpc")).isEmpty();
        broker.away(false);
        world.simulation().settle();
        world.isReady();
    }

    @Test
    void partsGoToNoPodsAndBack() {
        world.apply("{" + QUEUE + ", api: {replicas: 0}, rpc: {replicas: 0}}");
        assertThat(world.reason("APIReady")).isEqualTo("NoReplicas");
        assertThat(world.reason("RPCReady")).isEqualTo("RolloutComplete");
        world.apply(PLAIN);
        world.isReady();
    }

    @Test
    void theCertificateOfAClusterElsewhereIsCopied() {
        var far = Neighbours.ovn("infrastructure", "far", true);
        world.simulation().cluster().put(far);
        var certificate = Neighbours.secret("far-tls", Map.of("tls.crt", "c", "tls.key", "k", "ca.crt", "a"));
        certificate.getMetadata().setNamespace("infrastructure");
        world.simulation().cluster().put(certificate);
        world.apply("{" + QUEUE + ", ovn: {clusterRef: {name: far, namespace: infrastructure}}}");
        assertThat(world.reason("OVNConnected")).isEqualTo("ReferenceNotGranted");
        assertThat(world.simulation().find(Secret.class, "infrastructure-far-tls"))
                .as("a private key that nobody has granted")
                .isEmpty();
        granted("far");
        world.simulation().settle();
        world.isReady();
        assertThat(world.simulation().find(Secret.class, "infrastructure-far-tls"))
                .isPresent();
        world.delete();
        assertThat(world.secrets())
                .containsExactly(
                        "neutron-db-credentials", "neutron-keystone-credentials", "neutron-rabbitmq-credentials");
    }

    private void granted(String cluster) {
        var grant = new ReferenceGrant();
        grant.setMetadata(new ObjectMetaBuilder()
                .withNamespace("infrastructure")
                .withName("for-" + cluster)
                .build());
        grant.setSpec(new ReferenceGrant.Spec(
                List.of(new ReferenceGrant.From("neutron.openstack.c5c3.io", "Neutron", Simulation.NAMESPACE)),
                List.of(new ReferenceGrant.To("ovn.c5c3.io", "OVNCluster", cluster))));
        world.simulation().cluster().put(grant);
    }

    private void givenNova(String spec) {
        world.simulation().add(Neighbours.nova(spec));
        world.simulation().add(Neighbours.secret("nova-metadata-secret", Map.of("shared_secret", "metadata $ecret")));
    }

    private DaemonSet agent() {
        return world.simulation().find(DaemonSet.class, "neutron-ovn-agent").orElseThrow();
    }

    private String options() {
        return world.simulation().cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(map -> map.getMetadata().getName().startsWith("neutron-ovn-agent-config-"))
                .map(map -> map.getData().get("neutron-ovn-agent.conf"))
                .findFirst()
                .orElseThrow();
    }

    private List<String> command() {
        return world.job("db-sync")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getCommand();
    }

    private String image(String part) {
        return world.deployment(part)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }
}
