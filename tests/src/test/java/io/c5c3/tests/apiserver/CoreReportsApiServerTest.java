package io.c5c3.tests.apiserver;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.app.Connections;
import io.c5c3.infrastructure.ovn.Ovsdb;
import io.c5c3.infrastructure.ovn.SocketOvsdb;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in the core cloud that no schema can see: the operators report them, with what to do about it. */
@ExtendWith(ApiServer.class)
class CoreReportsApiServerTest {

    private static final String KEYSTONE = "keystone: {authUrl: 'http://keystone:5000/v3'}";
    private static final List<String> LOGIN = List.of("username", "password");
    private static final List<String> CREDENTIAL =
            List.of("application_credential_id", "application_credential_secret");
    private static final List<String> CEPH = List.of("ceph.conf", "keyring");

    private static StandInKubelet kubelet;
    private static Operators operators;

    private TestNamespace namespace;

    @BeforeAll
    static void start() {
        kubelet = new StandInKubelet(ApiServer.client());
        // The databases of OVN are asked over real sockets; all else is there and well.
        operators = new Operators(Connections.memory().with(Ovsdb.class, new SocketOvsdb()));
    }

    @AfterAll
    static void stop() {
        operators.close();
        kubelet.close();
    }

    @BeforeEach
    void namespace() {
        namespace = TestNamespace.create();
    }

    /** A Secret that a service needs, and the reason it gives while it waits for it. */
    private record Needed(String secret, List<String> keys, String reason) {

        Map<String, String> values() {
            return new HashMap<>(keys.stream().collect(Collectors.toMap(key -> key, key -> "some " + key)));
        }
    }

    private static List<Needed> needed(String service, Needed... more) {
        return Stream.concat(
                        Stream.of(
                                new Needed(service + "-db-credentials", LOGIN, "WaitingForDBCredentials"),
                                new Needed(
                                        service + "-keystone-credentials",
                                        CREDENTIAL,
                                        "WaitingForKeystoneCredentials")),
                        Stream.of(more))
                .toList();
    }

    private static Needed queue(String service) {
        return new Needed(service + "-rabbitmq-credentials", LOGIN, "WaitingForMessagingCredentials");
    }

    private static Needed ceph(String service) {
        return new Needed(service + "-ceph-credentials", CEPH, "WaitingForCephCredentials");
    }

    static Stream<Arguments> services() {
        return Stream.of(
                arguments(
                        Glance.class,
                        "{%s, storage: {backend: rbd, rbd: {pool: images}}}".formatted(KEYSTONE),
                        needed("glance", ceph("glance"))),
                arguments(Placement.class, "{%s}".formatted(KEYSTONE), needed("placement")),
                arguments(Neutron.class, "{%s}".formatted(KEYSTONE), needed("neutron", queue("neutron"))),
                arguments(
                        Nova.class,
                        """
                        {%s, serviceAuth: {placementServiceUserRef: {name: placement}},
                         metadata: {sharedSecretRef: {name: metadata, key: shared_secret}}}""".formatted(KEYSTONE),
                        needed(
                                "nova",
                                new Needed("placement-keystone-credentials", CREDENTIAL, "WaitingForServiceUser"),
                                queue("nova"),
                                new Needed("metadata", List.of("shared_secret"), "WaitingForMetadataSecret"))),
                arguments(Cinder.class, """
                        {%s, backends: [{name: ceph, driver: cinder.volume.drivers.rbd.RBDDriver, rbd: {pool: volumes}}]}""".formatted(KEYSTONE), needed("cinder", queue("cinder"), ceph("cinder"))));
    }

    @ParameterizedTest
    @MethodSource("services")
    void aMissingAnIncompleteAndAnEmptySecretAreNamed(
            Class<? extends HasMetadata> kind, String spec, List<Needed> secrets) {
        var name = HasMetadata.getSingular(kind);
        namespace.apply(kind, name, spec);
        for (var secret : secrets) {
            var key = secret.keys().getLast();
            namespace.awaitReason(
                    kind,
                    name,
                    "SecretsReady",
                    "False " + secret.reason(),
                    "Secret/" + secret.secret() + " does not exist: create it with the keys "
                            + String.join(", ", secret.keys()));
            var values = secret.values();
            values.remove(key);
            values.put("other", "something");
            namespace.secret(secret.secret(), values);
            namespace.awaitReason(
                    kind, name, "SecretsReady", secret.reason(), "Secret/" + secret.secret() + " lacks " + key);
            values.put(key, "");
            namespace.secret(secret.secret(), values);
            namespace.awaitReason(kind, name, "SecretsReady", secret.reason(), "has an empty value for " + key);
            namespace.secret(secret.secret(), secret.values());
        }
        namespace.awaitReason(kind, name, "SecretsReady", "True SecretsAvailable");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(
                        Cinder.class,
                        "backends: [{name: a-b, driver: a.B}, {name: a_b, driver: a.B}]",
                        "BackendNamesClash",
                        "give one another name"),
                arguments(
                        Cinder.class,
                        "backends: [{name: coordination, driver: a.B}]",
                        "BackendNameReserved",
                        "give the backend another name"),
                arguments(
                        Neutron.class,
                        "ovn: {enabled: false}",
                        "MechanismDriverNotUsable",
                        "write ovn.enabled: true, or mechanismDrivers without ovn"),
                arguments(
                        Neutron.class,
                        "ovn: {nbConnection: 'ssl:a:1', sbConnection: 'ssl:a:2'}",
                        "OVNCertificateMissing",
                        "name the Secret with tls.crt, tls.key and ca.crt in ovn.tlsSecretRef"),
                arguments(
                        Neutron.class,
                        "ml2: {vlanRanges: ['physnet1:low:high']}",
                        "PhysicalNetworkInvalid",
                        "as network:first:last, for example physnet1:100:199"),
                arguments(
                        Nova.class, "customConfig: {database: {connection: x}}", "OptionOwnedByOperator", "database"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsReportedWithWhatToWrite(
            Class<? extends HasMetadata> kind, String field, String reason, String advice) {
        var name = HasMetadata.getSingular(kind);
        namespace.apply(kind, name, "{%s, %s}".formatted(KEYSTONE, field));
        namespace.awaitReason(kind, name, "ConfigReady", "False " + reason, advice);
        namespace.awaitReason(kind, name, "Ready", "False", reason);
    }

    @Test
    void aDependencyOfNoKnownKindIsReportedWithThoseThatAre() {
        namespace.apply(Placement.class, "placement", "{dependsOn: [{kind: Keystoen, name: keystone}]}");
        namespace.awaitReason(
                Placement.class, "placement", "DependenciesReady", "UnknownDependency", "write one of", "Keystone");
    }

    @Test
    void ofTwoNetworksNoneIsGuessed() {
        namespace.apply(OVNCluster.class, "one", "{}");
        namespace.apply(OVNCluster.class, "two", "{}");
        namespace.apply(Neutron.class, "neutron", "{%s}".formatted(KEYSTONE));
        namespace.awaitReason(
                Neutron.class, "neutron", "OVNConnected", "False OVNAmbiguous", "one, two", "ovn.clusterRef.name");
    }

    @Test
    void anOvnThatCannotBeReachedIsReportedUntilItCan() throws IOException {
        try (var databases = new StandInOvn()) {
            var address = databases.address();
            namespace.apply(
                    Neutron.class,
                    "neutron",
                    "{%s, ovn: {nbConnection: '%s', sbConnection: '%s'}}".formatted(KEYSTONE, address, address));
            namespace.awaitReason(
                    Neutron.class,
                    "neutron",
                    "OVNConnected",
                    "False OVNUnreachable",
                    address + " cannot be reached: Connection refused");
            databases.start();
            namespace.awaitReason(Neutron.class, "neutron", "OVNConnected", "True OVNConnected", "answer");
        }
    }

    @Test
    void aCellThatNamesMissingAgentsSaysSoUntilTheyAreThere() {
        namespace.apply(MariaDB.class, "mariadb", "{}");
        namespace.apply(RabbitMQ.class, "rabbitmq", "{}");
        for (var secret : needed("nova", queue("nova"))) {
            namespace.secret(secret.secret(), secret.values());
        }
        namespace.apply(
                Nova.class, "nova", "{%s, cells: [{name: cell1, computeRef: {name: nowhere}}]}".formatted(KEYSTONE));
        namespace.awaitReason(
                Nova.class,
                "nova",
                "ComputeReady",
                "False WaitingForCompute",
                "Cell cell1 names NovaCompute/nowhere as computeRef, which does not exist",
                "create it, or take the computeRef out");
        namespace.apply(NovaCompute.class, "nowhere", "{cell: cell2}");
        namespace.awaitReason(
                Nova.class, "nova", "ComputeReady", "False ComputeInOtherCell", "write cell: cell1 there");
        namespace.delete(NovaCompute.class, "nowhere");
        namespace.awaitGone(NovaCompute.class, "nowhere");
        namespace.apply(NovaCompute.class, "nowhere", "{cell: cell1}");
        namespace.awaitReady(Nova.class, "nova");
    }

    @Test
    void whatAPlaneHandsOnAndTheApiServerRefusesIsReportedByThePlane() {
        namespace.apply(ControlPlane.class, "plane", """
                {infrastructure: {rabbitmq: {}}, services: {cinder: {enabled: true,
                 backends: [{name: a, driver: a.B}, {name: a, driver: a.B}]}}}""");
        namespace.awaitReason(
                ControlPlane.class, "plane", "CinderReady", "False Rejected", "backends must have names of their own");
    }
}
