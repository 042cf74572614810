package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.engine.step.KeyRingStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Lives of each kind on its own, as its sample has it, where what it stands on is there. */
final class KindLives {

    /**
     * One kind.
     *
     * @param needs the kinds it stands on
     * @param wish what is written beyond the sample
     * @param change what a person writes into its spec later
     * @param password a Secret whose password a person changes at the same time; none when empty
     */
    private record Kind(String name, Set<String> needs, String wish, String change, String password) {

        JsonNode first() {
            return merged(DELETE, tree(wish));
        }

        JsonNode later(JsonNode policy) {
            return merged(merged(policy, tree(wish)), tree(change));
        }
    }

    private static final Set<String> IDENTITY = Set.of("MariaDB", "Memcached", "Keystone");
    private static final Set<String> SERVERS = with(IDENTITY, "RabbitMQ", "CephStorage", "Glance", "Placement");

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "MariaDB", Set.of(), "{}", "{config: {max_connections: '512'}, storageSize: 60Gi}", "mariadb-root"),
            new Kind(
                    "Memcached",
                    Set.of(),
                    "{}",
                    "{replicas: 2, security: {tls: {enabled: true}, sasl: {enabled: true}}}",
                    ""),
            new Kind("RabbitMQ", Set.of(), "{}", "{tls: {enabled: false}, storageSize: 60Gi}", "rabbitmq-admin"),
            new Kind("Valkey", Set.of(), "{}", "{tls: {enabled: false}, metrics: {enabled: false}}", ""),
            new Kind(
                    "SecretAggregate",
                    Set.of(),
                    "{}",
                    "{sources: [{secretRef: {name: nova-db-credentials}}], target: {name: nova-database}}",
                    "nova-db-credentials"),
            new Kind(
                    "CredentialRotation",
                    IDENTITY,
                    "{gracePeriodDays: 0, reMint: true}",
                    "{schedule: {intervalDays: 30}}",
                    ""),
            new Kind("OVNCluster", Set.of(), "{}", "{northd: {replicas: 1}, northbound: {storage: {size: 12Gi}}}", ""),
            new Kind(
                    "CephStorage",
                    Set.of(),
                    "{}",
                    "{builtIn: {config: {osd_memory_target: '1073741824'}}, pools: [{name: images, replicas: 1}, {name: volumes, replicas: 1}],"
                            + " clients: [{name: glance, pools: [images]}]}",
                    ""),
            new Kind(
                    "Keystone",
                    Set.of("MariaDB", "Memcached"),
                    "{}",
                    "{replicas: 2, tls: {enabled: false}, customConfig: {token: {expiration: '3600'}}}",
                    "keystone-db-credentials"),
            new Kind(
                    "Glance",
                    with(IDENTITY, "CephStorage"),
                    "{}",
                    "{replicas: 1, tls: {enabled: false}}",
                    "glance-db-credentials"),
            new Kind("Placement", IDENTITY, "{}", "{replicas: 3, tls: {enabled: false}}", "placement-db-credentials"),
            new Kind(
                    "Barbican",
                    with(IDENTITY, "RabbitMQ"),
                    "{}",
                    "{replicas: 3, tls: {enabled: false}}",
                    "barbican-db-credentials"),
            new Kind(
                    "Neutron",
                    with(IDENTITY, "RabbitMQ", "OVNCluster"),
                    "{}",
                    "{api: {replicas: 1}, metadataAgent: {enabled: false}}",
                    "neutron-rabbitmq-credentials"),
            new Kind(
                    "Cinder",
                    with(IDENTITY, "RabbitMQ", "CephStorage"),
                    "{}",
                    "{scheduler: {replicas: 1}, backends: [{name: ceph-rbd, driver: cinder.volume.drivers.rbd.RBDDriver,"
                            + " rbd: {pool: volumes, cephSecretRef: {name: cinder-ceph-credentials}}}]}",
                    "cinder-db-credentials"),
            new Kind(
                    "Nova",
                    SERVERS,
                    "{cells: [{name: cell1}, {name: cell2, conductor: {replicas: 2}}]}",
                    "{api: {replicas: 1}, novncproxy: {enabled: false}, serialproxy: {enabled: false}}",
                    "nova-rabbitmq-credentials"),
            new Kind(
                    "NovaCompute",
                    with(SERVERS, "OVNCluster", "Nova"),
                    "{}",
                    "{customConfig: {DEFAULT: {reserved_host_memory_mb: '512'}}}",
                    ""),
            new Kind(
                    "Heat",
                    with(IDENTITY, "RabbitMQ"),
                    "{}",
                    "{replicas: 3, cfn: {replicas: 1, exposure: {}}, engine: {replicas: 1}, tls: {enabled: false}}",
                    "heat-keystone-credentials"),
            new Kind(
                    "Horizon",
                    IDENTITY,
                    "{}",
                    "{replicas: 1, tls: {enabled: false}, customConfig: {DEFAULT: {SITE_BRANDING: Ours}}}",
                    ""),
            new Kind(
                    "Skyline",
                    with(IDENTITY, "RabbitMQ", "OVNCluster", "Neutron"),
                    "{}",
                    "{replicas: 1, tls: {enabled: false}, customConfig: {default: {access_token_expire: '7200'}}}",
                    "skyline-db-credentials"),
            new Kind("Tempest", IDENTITY, "{dependsOn: []}", "{tests: {concurrency: 2}}", ""),
            new Kind(
                    "Cortex", IDENTITY, "{dependsOn: [], datasources: {nova: {enabled: false}}}", "{replicas: 1}", ""));

    /** What becomes of others by them cannot be undone: each begins in a world of its own. */
    private static final Set<String> LASTING = Set.of("CredentialRotation");

    /** Asks a kind with such keys to rotate them. */
    private static final String ROTATE = KeyRingStep.requestAnnotation("encryption");

    private static final JsonNode DELETE = tree("{deletionPolicy: Delete}");
    private static final JsonNode RETAIN = tree("{deletionPolicy: Retain}");

    private KindLives() {}

    private static Set<String> with(Set<String> some, String... more) {
        var all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private static JsonNode tree(String yaml) {
        // Text that begins with a brace would be read as JSON.
        return Serialization.unmarshal("spec: " + yaml, JsonNode.class).path("spec");
    }

    static List<Life> all() {
        return KINDS.stream().map(KindLives::of).toList();
    }

    private static Life of(Kind kind) {
        var kinds = new TreeSet<>(Set.of(kind.name()));
        if ("OVNCluster".equals(kind.name())) {
            // It makes one for each node.
            kinds.add("OVNChassis");
        }
        var phases = new ArrayList<Life.Phase>();
        phases.add(new Life.Phase(
                "bring-up",
                plane -> {
                    restoreLogins(plane);
                    write(plane, kind, kind.first());
                },
                (before, plane) -> Lives.allReady(plane)));
        phases.add(new Life.Phase(
                "change",
                plane -> {
                    var resource = resource(type(kind), kind.later(DELETE));
                    resource.getMetadata().setAnnotations(Map.of(ROTATE, "now"));
                    write(plane, resource);
                    Lives.changePassword(plane, kind.password());
                },
                (before, plane) -> {
                    Lives.allReady(plane);
                    rotated(plane, kind);
                }));
        if (keeps(kind)) {
            phases.add(new Life.Phase(
                    "deletion that keeps the data",
                    plane -> {
                        write(plane, kind, kind.later(RETAIN));
                        delete(plane, kind);
                    },
                    (before, plane) -> {
                        gone(plane, kind);
                        assertThat(Picture.of(plane).values())
                                .containsAllEntriesOf(before.data().values());
                    }));
            phases.add(new Life.Phase(
                    "return to the data",
                    plane -> write(plane, kind, kind.later(DELETE)),
                    (before, plane) -> Lives.allReady(plane)));
        }
        phases.add(new Life.Phase("deletion", plane -> delete(plane, kind), (before, plane) -> gone(plane, kind)));
        return new Life(kind.name(), kinds, () -> standing(kind), again(kind), phases);
    }

    private static boolean again(Kind kind) {
        return !kind.needs().isEmpty() && !LASTING.contains(kind.name());
    }

    private static Plane standing(Kind kind) {
        var plane = new Plane();
        Lives.hypervisor(plane);
        SamplesMemoryTest.add(plane, kind.needs());
        if (kind.needs().contains("Keystone")) {
            // It would be changed by the life of whom it tells, as it is meant to be.
            write(plane, resource(Keystone.class, tree("{notifications: {secretRef: null}}")));
        }
        Lives.settle(plane);
        return plane;
    }

    private static Class<? extends CustomResource<?, ?>> type(Kind kind) {
        return Catalogue.all().stream()
                .map(blueprint -> blueprint.kind())
                .filter(type -> HasMetadata.getKind(type).equals(kind.name()))
                .findFirst()
                .orElseThrow();
    }

    /** Whether data can be kept when one is deleted. */
    private static boolean keeps(Kind kind) {
        return Json.MAPPER.valueToTree(resource(type(kind), DELETE)).at("/spec").has("deletionPolicy");
    }

    private static <R extends CustomResource<?, ?>> R resource(Class<R> type, JsonNode change) {
        var sample = (ObjectNode) Json.MAPPER.valueToTree(SamplesMemoryTest.sample(type));
        sample.set("spec", merged(sample.path("spec"), change));
        return Json.KUBERNETES.convertValue(sample, type);
    }

    private static void write(Plane plane, Kind kind, JsonNode change) {
        write(plane, resource(type(kind), change));
    }

    /** As a person's edit does, it leaves finalizers alone. */
    private static <R extends CustomResource<?, ?>> void write(Plane plane, R resource) {
        plane.simulation
                .find(resource.getClass(), resource.getMetadata().getName())
                .ifPresent(there ->
                        resource.getMetadata().setFinalizers(there.getMetadata().getFinalizers()));
        plane.simulation.add(resource);
    }

    private static void delete(Plane plane, Kind kind) {
        plane.simulation.cluster().take(Ref.of(SamplesMemoryTest.sample(type(kind))));
    }

    private static JsonNode merged(JsonNode base, JsonNode change) {
        if (!base.isObject() || !change.isObject()) {
            return change;
        }
        var merged = (ObjectNode) base.deepCopy();
        change.properties()
                .forEach(field -> merged.set(field.getKey(), merged(merged.path(field.getKey()), field.getValue())));
        return merged;
    }

    private static void restoreLogins(Plane plane) {
        SamplesMemoryTest.logins()
                .forEach((name, values) -> plane.simulation
                        .cluster()
                        .edit(Secret.class, Simulation.NAMESPACE, name, secret -> secret.setData(values)));
    }

    /** Once, and all that the keys encrypted is encrypted anew. */
    private static void rotated(Plane plane, Kind kind) {
        if ("Barbican".equals(kind.name())) {
            assertThat(List.of(
                            plane.simulation.find(Secret.class, "barbican-kek").orElseThrow(),
                            plane.simulation.find(Job.class, "barbican-rewrap").orElseThrow()))
                    .allSatisfy(there ->
                            assertThat(there.getMetadata().getAnnotations()).containsEntry("c5c3.io/rotations", "1"));
        }
    }

    private static void gone(Plane plane, Kind kind) {
        assertThat(plane.simulation.cluster().list(type(kind), "", Map.of()))
                .as(kind.name())
                .isEmpty();
    }
}
