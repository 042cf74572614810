package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.ovn.BridgeMapping;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OvnSimulationTest {

    private final OvnWorld world = new OvnWorld();

    @Test
    void theExampleOfTheDocumentsBecomesReadyAndThenRests() {
        world.add("ovn/seed");
        world.simulation().settle();
        for (var condition : List.of("Ready", "NorthboundReady", "SouthboundReady", "ControllersReady")) {
            assertThat(world.condition(condition).getStatus()).as(condition).isEqualTo("True");
        }
        var status = Objects.requireNonNull(world.cluster().getStatus());
        assertThat(status.endpoints())
                .isEqualTo(new OVNCluster.Endpoints(
                        "ssl:ovn-nb.openstack.svc.cluster.local:6641", "ssl:ovn-sb.openstack.svc.cluster.local:6642"));
        assertThat(status.chassisCount()).isZero();
        assertThat(status.activeControllers()).isZero();
        assertThat(secret("ovn-tls-certs").getData()).containsOnlyKeys("tls.crt", "tls.key", "ca.crt");
        assertThat(world.writes()).isEmpty();
    }

    @Test
    void nodesBecomeChassis() {
        world.add("ovn/minimal");
        world.node("node-1", "10.0.0.1");
        world.simulation().settle();
        assertThat(world.condition("ControllersReady").getReason()).isEqualTo("ControllersNotRegistered");
        assertThat(world.condition("node-1", "OVSConnected").getReason()).isEqualTo("NotRegistered");
        assertThat(world.chassis("node-1").getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner ->
                        assertThat(owner.getKind() + "/" + owner.getName()).isEqualTo("Node/node-1"));
        world.start("node-1");
        world.simulation().settle();
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
        assertThat(world.condition("node-1", "Ready").getStatus()).isEqualTo("True");
        var status = Objects.requireNonNull(world.cluster().getStatus());
        assertThat(status.chassisCount()).isEqualTo(1);
        assertThat(status.activeControllers()).isEqualTo(1);
        var chassis = Objects.requireNonNull(world.chassis("node-1").getStatus());
        assertThat(chassis.registeredAt()).isNotNull();
        assertThat(chassis.lastHeartbeat()).isNotNull();
        assertThat(world.writes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"same, same", "ovn-sb, ovn-sb", "ovn-sb-nodes, ovn-sb", "ovn-nb-nodes, ovn-sb"})
    void twoServicesOfOneNameAreRefused(String northbound, String southbound) {
        var cluster = Golden.resource(OVNCluster.class, "ovn/minimal");
        var spec = Json.MAPPER.<ObjectNode>valueToTree(cluster.getSpec());
        spec.withObject("/neutronIntegration/nbConnection/service").put("name", northbound);
        spec.withObject("/neutronIntegration/sbConnection/service").put("name", southbound);
        cluster.setSpec(Json.MAPPER.convertValue(spec, OVNCluster.Spec.class));
        world.simulation().add(cluster);
        world.simulation().settle();
        assertThat(world.condition("Planned").getMessage())
                .isEqualTo(
                        "The value of spec.neutronIntegration.nbConnection.service.name cannot be used: this OVNCluster"
                                + " would have two Services named %s. Correct it; nothing is changed until then."
                                        .formatted(northbound));
        assertThat(world.writes()).isEmpty();
    }

    /** They would take it for old data, and wait for the lost one for ever. */
    @Test
    void whoKnewADatabaseThatBeginsAnewIsStartedAgain() {
        running("node-1");
        world.simulation().cluster().list(PersistentVolumeClaim.class, "openstack", Map.of()).stream()
                .map(claim -> claim.getMetadata().getName())
                .filter(name -> name.startsWith("data-ovn-sb-"))
                .forEach(world.simulation()::lose);
        world.simulation().settle();
        assertThat(world.condition("SouthboundReady").getReason()).isEqualTo(Founding.DATA_LOST);
        assertThat(world.simulation().find(Pod.class, "ovn-controller-node-1")).isPresent();
        var message = world.condition("SouthboundReady").getMessage();
        world.simulation()
                .cluster()
                .edit(
                        OVNCluster.class,
                        "openstack",
                        OvnWorld.NAME,
                        cluster -> cluster.getMetadata()
                                .setAnnotations(
                                        Map.of(Founding.START_EMPTY, message.substring(message.lastIndexOf('=') + 1))));
        world.simulation().settle();
        assertThat(world.condition("SouthboundReady").getStatus()).isEqualTo("True");
        assertThat(world.simulation().find(Pod.class, "ovn-controller-node-1")).isEmpty();
    }

    @Test
    void heartbeatsAreToldOfSeldom() {
        running("node-1");
        var told = 0;
        for (var minute = 0; minute < 60; minute += 5) {
            world.simulation().clock().advance(Duration.ofMinutes(5));
            told += (int) world.writes().stream()
                    .filter(write -> write.equals("status OVNChassis/node-1"))
                    .count();
            world.simulation().settle();
            assertThat(world.condition("node-1", "Ready").getStatus()).isEqualTo("True");
        }
        assertThat(told).isBetween(1, 4);
    }

    @Test
    void aSilentControllerIsNoticed() {
        running("node-1", "node-2");
        world.ovsdb().silence(OvnWorld.systemId("node-2"));
        world.simulation().clock().advance(Duration.ofMinutes(6));
        world.simulation().settle();
        world.simulation().clock().advance(Duration.ofMinutes(2));
        world.simulation().settle();
        assertThat(world.condition("ControllersReady").getReason()).isEqualTo("ControllersSilent");
        assertThat(world.condition("ControllersReady").getMessage()).contains("Node/node-2");
        assertThat(Objects.requireNonNull(world.cluster().getStatus()).activeControllers())
                .isEqualTo(1);
        assertThat(world.condition("node-1", "Ready").getStatus()).isEqualTo("True");
        assertThat(world.condition("node-2", "OVSConnected").getReason()).isEqualTo("NotResponding");
    }

    @Test
    void aNodeWithoutAWayForTunnelsSaysWhatItNeedsOnceThereIsAnother() {
        running("node-1");
        world.ovsdb().passOn(OvnWorld.systemId("node-1"), "enable-chassis-as-gw,no-way-for-tunnels");
        world.simulation().clock().advance(Duration.ofMinutes(2));
        world.simulation().settle();
        assertThat(world.condition("node-1", "Ready").getStatus()).isEqualTo("True");
        world.ovsdb().register(OvnWorld.systemId("node-2"), "node-2");
        world.simulation().clock().advance(Duration.ofMinutes(2));
        world.simulation().settle();
        assertThat(world.condition("node-1", "OVSConnected").getReason()).isEqualTo("NoWayForTunnels");
        assertThat(world.condition("node-1", "OVSConnected").getMessage())
                .contains("Node/node-1", "ovn.c5c3.io/encapsulation-ip");
        world.ovsdb().passOn(OvnWorld.systemId("node-1"), "enable-chassis-as-gw");
        world.simulation().clock().advance(Duration.ofMinutes(2));
        world.simulation().settle();
        assertThat(world.condition("node-1", "Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void aNodeLosesTheLabelAndHasItAgain() {
        running("node-1", "node-2");
        world.label("node-2", false);
        world.simulation().settle();
        assertThat(world.condition("node-2", "OVSConnected").getReason()).isEqualTo("WaitingForController");
        assertThat(world.ovsdb().chassis()).hasSize(2);
        assertThat(settings()).containsOnlyKeys("node-1");
        world.label("node-2", true);
        world.simulation().settle();
        assertThat(world.condition("ChassisReady").getReason()).isEqualTo("ChassisLeaving");
        world.label("node-2", false);
        world.stop("node-2");
        world.simulation().settle();
        assertThat(world.simulation().find(OVNChassis.class, "node-2")).isEmpty();
        assertThat(world.ovsdb().chassis()).containsExactly(OvnWorld.systemId("node-1"));
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
        world.label("node-2", true);
        world.simulation().settle();
        world.start("node-2");
        world.simulation().settle();
        assertThat(world.condition("node-2", "Ready").getStatus()).isEqualTo("True");
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void aNodeThatIsGoneTakesItsChassisAlong() {
        running("node-1", "node-2");
        world.stop("node-2");
        world.simulation().cluster().take(io.c5c3.engine.Ref.of(Node.class, "", "node-2"));
        world.simulation().settle();
        assertThat(world.simulation().find(OVNChassis.class, "node-2")).isEmpty();
        assertThat(world.ovsdb().chassis()).hasSize(1);
    }

    @Test
    void mappingsOfAPersonSurviveAndReachTheNode() {
        running("node-1");
        world.simulation()
                .cluster()
                .edit(
                        OVNChassis.class,
                        "openstack",
                        "node-1",
                        found -> found.setSpec(new OVNChassis.Spec(
                                found.getSpec().hostname(),
                                found.getSpec().systemId(),
                                List.of(new BridgeMapping("provider", "br-provider")),
                                found.getSpec().encapsulation())));
        world.simulation().settle();
        assertThat(world.chassis("node-1").getSpec().bridgeMappings()).hasSize(1);
        assertThat(settings().get("node-1"))
                .contains("ovn-bridge-mappings provider:br-provider\n")
                .contains("ovn-cms-options enable-chassis-as-gw\n")
                .contains("bridge br-provider\n");
    }

    @Test
    void aNodeWithoutAnAddressIsWaitedFor() {
        world.add("ovn/minimal");
        world.node("node-1", "");
        world.simulation()
                .cluster()
                .edit(Node.class, "", "node-1", found -> found.getStatus().setAddresses(List.of()));
        world.simulation().settle();
        assertThat(world.condition("ChassisReady").getReason()).isEqualTo("WaitingForNode");
        assertThat(world.condition("NorthboundReady").getStatus()).isEqualTo("True");
    }

    @Test
    void theDatabaseThatWasFoundedIsRemembered() {
        world.add("ovn/seed");
        world.simulation().settle();
        var said = members();
        assertThat(said).containsEntry("replicas", "3").containsKey("cid").doesNotContainKey("leaving");
        world.ovsdb().away(true);
        world.simulation().settle();
        assertThat(world.condition("NorthboundReady").getReason()).isEqualTo("DatabaseUnreachable");
        assertThat(members()).isEqualTo(said);
        world.take(ConfigMap.class, "ovn-nb-members");
        world.ovsdb().away(false);
        world.simulation().settle();
        assertThat(members()).isEqualTo(said);
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void membersGoOnlyWhenTheyHaveLeft() {
        world.add("ovn/seed");
        world.simulation().settle();
        scale(1);
        world.simulation().settle();
        assertThat(world.condition("NorthboundReady").getReason()).isEqualTo("MembersLeaving");
        assertThat(members()).containsEntry("leaving", "1");
        assertThat(replicas()).isEqualTo(3);
        leave("ovn-nb-2");
        world.simulation().settle();
        assertThat(replicas()).isEqualTo(3);
        leave("ovn-nb-1");
        world.simulation().settle();
        assertThat(replicas()).isEqualTo(1);
        assertThat(members()).doesNotContainKey("leaving");
        assertThat(world.condition("NorthboundReady").getStatus()).isEqualTo("True");
        scale(3);
        world.simulation().settle();
        assertThat(replicas()).isEqualTo(3);
    }

    @Test
    void aMemberThatIsAwayIsToldOf() {
        world.add("ovn/seed");
        world.simulation().settle();
        world.simulation().hold("ovn-sb");
        world.simulation().settle();
        assertThat(world.condition("SouthboundReady").getReason()).isEqualTo("RolloutInProgress");
        assertThat(world.condition("NorthboundReady").getStatus()).isEqualTo("True");
        assertThat(world.condition("NorthdReady").getStatus()).isEqualTo("True");
    }

    @Test
    void aCertificateOfAPersonIsLeftAlone() {
        world.simulation()
                .add(new SecretBuilder()
                        .withNewMetadata()
                        .withName("ovn-tls-certs")
                        .endMetadata()
                        .addToData("tls.crt", "eA==")
                        .addToData("tls.key", "eA==")
                        .build());
        world.add("ovn/seed");
        world.simulation().settle();
        assertThat(world.condition("CertificateReady").getReason()).isEqualTo("WaitingForCertificate");
        assertThat(world.condition("CertificateReady").getMessage()).contains("lacks ca.crt");
        assertThat(world.simulation().find(StatefulSet.class, "ovn-nb")).isEmpty();
        world.simulation()
                .cluster()
                .edit(
                        Secret.class,
                        "openstack",
                        "ovn-tls-certs",
                        found -> found.getData().put("ca.crt", "eA=="));
        world.simulation().settle();
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
        assertThat(secret("ovn-tls-certs").getData()).containsEntry("tls.key", "eA==");
        assertThat(world.simulation().find(Secret.class, "ovn-ca")).isEmpty();
    }

    @Test
    void aNewCertificateRollsNothing() {
        world.add("ovn/seed");
        world.simulation().settle();
        var before = secret("ovn-tls-certs").getData().get("tls.crt");
        var template = template();
        world.simulation().clock().advance(Duration.ofDays(70));
        world.simulation().settle();
        assertThat(secret("ovn-tls-certs").getData().get("tls.crt")).isNotEqualTo(before);
        assertThat(template()).isEqualTo(template);
    }

    @Test
    void anUpgradeGoesFromTheDatabasesToTheSwitches() {
        world.add("ovn/minimal");
        world.simulation().settle();
        world.simulation().hold("ovn-nb");
        world.simulation()
                .cluster()
                .edit(
                        OVNCluster.class,
                        "openstack",
                        OvnWorld.NAME,
                        found -> found.setSpec(new OVNCluster.Spec(
                                new io.c5c3.api.common.Image(null, "25.09", null),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null)));
        world.simulation().settle();
        assertThat(image(StatefulSet.class, "ovn-nb")).endsWith(":25.09");
        assertThat(image(StatefulSet.class, "ovn-sb")).endsWith(":25.03");
        assertThat(world.condition("SouthboundReady").getMessage()).contains("NorthboundReady");
        assertThat(image(DaemonSet.class, "ovn-controller")).endsWith(":25.03");
        world.simulation().mend("ovn-nb");
        world.simulation().settle();
        assertThat(image(StatefulSet.class, "ovn-sb")).endsWith(":25.09");
        assertThat(image(DaemonSet.class, "ovn-controller")).endsWith(":25.09");
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void deletedItLeavesNothingButItsData() {
        running("node-1", "node-2");
        world.take(OVNCluster.class, OvnWorld.NAME);
        world.simulation().settle();
        assertThat(world.simulation().find(OVNCluster.class, OvnWorld.NAME)).isEmpty();
        assertThat(world.simulation().cluster().list(OVNChassis.class, "openstack", Map.of()))
                .isEmpty();
        assertThat(world.simulation().find(DaemonSet.class, "ovn-ovs")).isEmpty();
    }

    private void running(String... nodes) {
        world.add("ovn/minimal");
        for (var node : nodes) {
            world.node(node, "10.0.0." + node.charAt(node.length() - 1));
            world.start(node);
        }
        world.simulation().settle();
        assertThat(world.condition("Ready").getStatus()).isEqualTo("True");
    }

    private void scale(int replicas) {
        world.simulation().cluster().edit(OVNCluster.class, "openstack", OvnWorld.NAME, found -> {
            var spec = found.getSpec();
            found.setSpec(new OVNCluster.Spec(
                    spec.ovnImage(),
                    spec.ovsImage(),
                    new OVNCluster.Database(replicas, spec.northbound().storage(), null, null),
                    spec.southbound(),
                    spec.northd(),
                    spec.controller(),
                    spec.ovs(),
                    spec.neutronIntegration(),
                    spec.tls(),
                    spec.networkPolicy(),
                    spec.deletionPolicy()));
        });
    }

    private void leave(String pod) {
        world.ovsdb()
                .leave(world.simulation()
                        .find(io.fabric8.kubernetes.api.model.Pod.class, pod)
                        .orElseThrow()
                        .getStatus()
                        .getPodIP());
    }

    private int replicas() {
        return world.simulation()
                .find(StatefulSet.class, "ovn-nb")
                .orElseThrow()
                .getSpec()
                .getReplicas();
    }

    private Object template() {
        return world.simulation()
                .find(StatefulSet.class, "ovn-nb")
                .orElseThrow()
                .getSpec()
                .getTemplate();
    }

    private String image(Class<? extends io.fabric8.kubernetes.api.model.HasMetadata> kind, String name) {
        return switch (world.simulation().find(kind, name).orElseThrow()) {
            case StatefulSet set ->
                set.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
            case DaemonSet set ->
                set.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
            default -> "";
        };
    }

    private Map<String, String> members() {
        return world.simulation()
                .find(ConfigMap.class, "ovn-nb-members")
                .orElseThrow()
                .getData();
    }

    private Map<String, String> settings() {
        return world.simulation()
                .find(ConfigMap.class, "ovn-chassis")
                .orElseThrow()
                .getData();
    }

    private Secret secret(String name) {
        return world.simulation().find(Secret.class, name).orElseThrow();
    }
}
