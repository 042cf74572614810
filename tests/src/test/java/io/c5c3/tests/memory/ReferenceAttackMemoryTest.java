package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Kinds;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody who may write resources in one namespace points every field that names something, of every kind, at another namespace, in
 * which a whole plane and a Rook are at work. Nothing of it may be copied, and nothing there may change.
 */
@Tag("memory")
class ReferenceAttackMemoryTest {

    private static final String VICTIM = "victim";

    /** In the victim's namespace, a Secret and everything else bears these names. */
    private static final List<String> TREASURES =
            List.of("treasure", "images", "volumes", "vms", "backups", "glance", "cinder", "nova", "replicapool");

    /** The first look brings the finalizer; everything that a field could do happens in the two after it. */
    private static final int LOOKS = 3;

    private static final String MARK = "the-treasure-of-";

    /** The attacker's namespace, with a working resource of every kind, and the victim's. */
    private static final Plane WORLD = new Plane();

    @BeforeAll
    static void build() {
        fillVictim(WORLD);
        SamplesMemoryTest.addAll(WORLD);
    }

    static Stream<Blueprint<?>> kinds() {
        return Kinds.once().filter(blueprint -> !Kinds.isPlane(blueprint.kind()));
    }

    /** So that a field somebody adds tomorrow is attacked as well: those that are known today are found. */
    @Test
    void theFieldsAreFound() {
        var all = new ArrayList<String>();
        Catalogue.all()
                .forEach(blueprint -> ReferenceFields.of(blueprint.kind())
                        .forEach(field -> all.add(HasMetadata.getKind(blueprint.kind()) + "." + field)));
        assertThat(all)
                .hasSizeGreaterThan(100)
                .contains(
                        "CephStorage.rook.namespace",
                        "Neutron.ovn.clusterRef",
                        "Neutron.ovn.clusterRef.namespace",
                        "Neutron.ovn.nbConnection",
                        "Glance.storage.rbd.cephClientRef.namespace",
                        "Glance.keystone.authUrl",
                        "Glance.keystone.appCredentialRef.secretName",
                        "Nova.database.host",
                        "Nova.messaging.hosts.0",
                        "Cinder.backends.0.secretOptionsRef",
                        "Cinder.backup.secretOptionsRef",
                        "Cinder.backup.rbd.cephSecretRef",
                        "ControlPlane.infrastructure.ceph.externalSecretRef");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <R extends CustomResource<?, ?>> void noFieldReachesAnotherNamespace(Blueprint<R> blueprint) {
        var simulation = WORLD.simulation;
        var before = victim(simulation);
        var treasure = values(simulation);
        var sample = Json.MAPPER.<ObjectNode>valueToTree(sample(blueprint.kind()));
        for (var field : ReferenceFields.of(blueprint.kind())) {
            for (var hostile : hostile(field)) {
                var attack = sample.deepCopy();
                set(attack.withObject("/spec"), field.path(), hostile);
                R resource;
                try {
                    resource = Json.KUBERNETES.convertValue(attack, blueprint.kind());
                } catch (IllegalArgumentException e) {
                    continue; // not even a resource of that kind
                }
                var version = simulation.cluster().version();
                simulation.add(resource);
                for (var look = 0; look < LOOKS; look++) {
                    simulation.lookAt(blueprint.kind());
                }
                assertThat(victim(simulation))
                        .as("%s: %s changes nothing there", field, hostile)
                        .isEqualTo(before);
                assertThat(leaked(simulation, version, treasure))
                        .as("%s: %s copies nothing from there", field, hostile)
                        .isEmpty();
            }
        }
        simulation.add(sample(blueprint.kind()));
        simulation.settle();
    }

    /** What a plane hands down to its children is as powerless. */
    @Test
    void aPlaneMakesNothingInRooksNamespaceWithoutAGrant() {
        var plane = new Plane("{infrastructure: {rabbitmq: {}, ceph: {provider: Rook}},"
                + " services: {keystone: {enabled: true}, glance: {enabled: true}}}");
        plane.simulation.settle();
        assertThat(plane.why(CephStorage.class, "ceph")).contains("ReferenceNotGranted");
        assertThat(plane.simulation.cluster().snapshot().keySet()).noneMatch(name -> name.startsWith("rook-ceph/"));
    }

    private static <R extends CustomResource<?, ?>> R sample(Class<R> kind) {
        var file = Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
        return Json.KUBERNETES.unmarshal(Serialization.asYaml(Examples.in(file).getFirst()), kind);
    }

    /** A whole plane, encrypted, and a Rook with pools, users and their keys. */
    private static void fillVictim(Plane plane) {
        var cluster = plane.simulation.cluster();
        cluster.put(Json.KUBERNETES.unmarshal("""
            apiVersion: c5c3.io/v1alpha1
            kind: ControlPlane
            metadata: {name: plane, namespace: victim}
            spec: {global: {tls: {enabled: true}}, infrastructure: {rabbitmq: {}, ceph: {provider: BuiltIn}},
                   services: {keystone: {enabled: true}, neutron: {enabled: true}}}
            """, ControlPlane.class));
        for (var name : TREASURES) {
            secret(plane.simulation, name);
            secret(plane.simulation, "rook-ceph-client-" + name);
            var pool = new CephBlockPool();
            pool.setMetadata(
                    new ObjectMetaBuilder().withNamespace(VICTIM).withName(name).build());
            cluster.put(pool);
            cluster.setStatus(Ref.of(pool), new CephBlockPool.Status("Ready"));
            var client = new CephClient();
            client.setMetadata(
                    new ObjectMetaBuilder().withNamespace(VICTIM).withName(name).build());
            cluster.put(client);
            cluster.setStatus(Ref.of(client), new CephClient.Status("Ready", Map.of()));
        }
        cluster.put(Json.KUBERNETES.unmarshal("""
            apiVersion: ovn.c5c3.io/v1alpha1
            kind: OVNCluster
            metadata: {name: treasure, namespace: victim}
            spec: {tls: {enabled: true, certSecretRef: {name: treasure}}}
            """, OVNCluster.class));
        secret(plane.simulation, "rook-ceph-config");
        secret(plane.simulation, "rook-ceph-mon");
    }

    private static void secret(Simulation simulation, String name) {
        var secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(VICTIM)
                .withName(name)
                .endMetadata();
        for (var key : List.of(
                "username",
                "password",
                "userID",
                "userKey",
                "mon_host",
                "fsid",
                "ceph.conf",
                "keyring",
                "tls.crt",
                "tls.key",
                "ca.crt",
                "application_credential_id",
                "application_credential_secret")) {
            secret.addToData(key, SecretText.encoded(MARK + name + "-" + key));
        }
        simulation.cluster().put(secret.build());
    }

    /** What to write into a field to reach the other namespace, in all the ways that might work. */
    private static List<JsonNode> hostile(ReferenceFields.Field field) {
        var text = field.type() == String.class;
        var name = field.last().toLowerCase(Locale.ROOT);
        if (text && name.endsWith("namespace")) {
            return List.of(Json.MAPPER.getNodeFactory().textNode(VICTIM));
        }
        if (text && (name.endsWith("url") || name.endsWith("endpoint"))) {
            return texts("https://keystone.victim.svc:5000/v3", "http://10.96.0.1/");
        }
        if (text && name.endsWith("connection")) {
            return texts("ssl:ovn-ovsdb-nb.victim:6641", "tcp:ovn-ovsdb-nb.victim.svc:6641");
        }
        if (text) {
            return texts("treasure", VICTIM + "/treasure", "../" + VICTIM + "/treasure", "mariadb." + VICTIM + ".svc");
        }
        var nodes = new ArrayList<JsonNode>();
        for (var treasure : List.of("treasure", "ovn", VICTIM + "/treasure", "../" + VICTIM + "/treasure")) {
            var node = Json.MAPPER.createObjectNode().put("name", treasure);
            nodes.add(node);
            nodes.add(node.deepCopy().put("namespace", VICTIM));
        }
        return nodes;
    }

    private static List<JsonNode> texts(String... texts) {
        return Stream.of(texts)
                .<JsonNode>map(text -> Json.MAPPER.getNodeFactory().textNode(text))
                .toList();
    }

    private static void set(ObjectNode spec, List<String> path, JsonNode value) {
        JsonNode node = spec;
        for (var i = 0; i < path.size(); i++) {
            var last = i == path.size() - 1;
            var list = !last && "0".equals(path.get(i + 1));
            JsonNode next = last ? value : node.isArray() ? node.get(0) : node.get(path.get(i));
            if (next == null || next.isNull()) {
                next = list ? Json.MAPPER.createArrayNode() : Json.MAPPER.createObjectNode();
            }
            if (node instanceof ArrayNode array) {
                if (array.isEmpty()) {
                    array.add(next);
                } else {
                    array.set(0, next);
                }
            } else {
                ((ObjectNode) node).set(path.get(i), next);
            }
            node = next;
        }
    }

    /** What there is, each with its version. */
    private static Map<String, String> victim(Simulation simulation) {
        var there = new TreeMap<String, String>();
        simulation.cluster().snapshot().forEach((name, node) -> {
            if (name.startsWith(VICTIM + "/")) {
                there.put(name, node.at("/metadata/resourceVersion").asText());
            }
        });
        return there;
    }

    /** Every value of every Secret there that nobody would write by chance. */
    private static Map<String, String> values(Simulation simulation) {
        var values = new TreeMap<String, String>();
        simulation
                .cluster()
                .list(Secret.class, VICTIM, Map.of())
                .forEach(secret -> SecretText.decoded(secret.getData()).forEach((key, value) -> {
                    if (value.length() > 16 && !value.contains("svc")) {
                        values.put(value, secret.getMetadata().getName() + "/" + key);
                    }
                }));
        assertThat(values.values()).contains("c5c3-ca/tls.key", "ceph-cluster-keys-backup/admin", "treasure/tls.key");
        return values;
    }

    /** What objects elsewhere that were written after this version have of it. */
    private static List<String> leaked(Simulation simulation, long version, Map<String, String> treasure) {
        var found = new ArrayList<String>();
        simulation.cluster().snapshot().forEach((name, node) -> {
            if (!name.startsWith(VICTIM + "/")
                    && node.at("/metadata/resourceVersion").asLong() > version) {
                var text = name.contains("/Secret/")
                        ? SecretText.decoded(Json.KUBERNETES
                                        .convertValue(node, Secret.class)
                                        .getData())
                                .toString()
                        : node.toString();
                treasure.forEach((value, from) -> {
                    if (text.contains(value)) {
                        found.add(name + " holds " + from);
                    }
                });
            }
        });
        return found;
    }
}
