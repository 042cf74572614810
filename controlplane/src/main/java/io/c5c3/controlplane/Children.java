package io.c5c3.controlplane;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.Workers;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.controlplane.catalogue.CatalogueEntry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The resources a plane is made of. Their names are fixed: there is one plane per namespace, and names such as
 * {@code keystone.openstack.svc} are what people and other services expect.
 */
final class Children {

    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final int KEYSTONE_PORT = 5000;
    private static final int MEBIBYTES_PER_GIBIBYTE = 1024;

    /** The agents on the plane's own hypervisors. */
    private static final String COMPUTE = "hypervisors";

    private final ControlPlane plane;
    private final ControlPlane.Spec spec;

    Children(ControlPlane plane) {
        this.plane = plane;
        this.spec = plane.getSpec();
    }

    MariaDB mariadb() {
        var wanted = spec.infrastructure().mariadb();
        return child(
                MariaDB.class,
                "mariadb",
                fields(
                        "replicas", wanted.replicas(),
                        "storageSize", wanted.storageSize(),
                        "storageClass", wanted.storageClass(),
                        "image", wanted.image(),
                        "deletionPolicy", spec.deletionPolicy()));
    }

    Memcached memcached() {
        var wanted = spec.infrastructure().memcached();
        return child(
                Memcached.class,
                "memcached",
                fields(
                        "replicas", wanted.replicas(),
                        "image", wanted.image(),
                        "config", Map.of("maxMemoryMB", mebibytes(wanted.memory())),
                        "monitoring",
                                Map.of("enabled", spec.global().monitoring().enabled())));
    }

    Keystone keystone() {
        var wanted = spec.services().keystone();
        var password = adminPassword();
        return child(
                Keystone.class,
                "keystone",
                fields(
                        "replicas", wanted.replicas(),
                        "image", wanted.image(),
                        "database",
                                Map.of(
                                        "clusterRef", Map.of("name", "mariadb"),
                                        "secretRef", Map.of("name", "keystone-db-credentials"),
                                        "database", "keystone"),
                        "cache", Map.of("servers", cacheServers()),
                        "fernet", wanted.fernet(),
                        "federation", wanted.federation(),
                        "bootstrap",
                                Map.of(
                                        "adminUser", adminUser(),
                                        "adminPasswordSecretRef",
                                                Map.of("name", password.name(), "key", password.key()),
                                        "region", spec.global().region()),
                        "customConfig", wanted.customConfig(),
                        "policyOverrides", Policy.merge(spec.global().policyOverrides(), wanted.policyOverrides()),
                        "tls", spec.global().tls(),
                        "exposure", wanted.exposure(),
                        "deployment", wanted.deployment(),
                        "deletionPolicy", spec.deletionPolicy()));
    }

    RabbitMQ rabbitmq() {
        var wanted = Objects.requireNonNullElse(spec.infrastructure().rabbitmq(), Infrastructure.RabbitMQ.DEFAULT);
        return child(
                RabbitMQ.class,
                "rabbitmq",
                fields(
                        "replicas", wanted.replicas(),
                        "storageSize", wanted.storageSize(),
                        "storageClass", wanted.storageClass(),
                        "deletionPolicy", spec.deletionPolicy()));
    }

    OVNCluster ovn() {
        var wanted = spec.infrastructure().ovn();
        var database = fields(
                "replicas", wanted.replicas(), "storage", fields("size", "1Gi", "storageClass", wanted.storageClass()));
        return child(
                OVNCluster.class,
                "ovn",
                fields(
                        "northbound",
                        database,
                        "southbound",
                        database,
                        "controller",
                        fields("bridgeMappings", wanted.bridgeMappings()),
                        "deletionPolicy",
                        spec.deletionPolicy()));
    }

    Glance glance() {
        var wanted = spec.services().glance();
        return child(
                Glance.class,
                "glance",
                service(
                        "glance",
                        wanted.image(),
                        wanted.customConfig(),
                        wanted.policyOverrides(),
                        wanted.exposure(),
                        wanted.deployment(),
                        List.of("Keystone"),
                        "replicas",
                        wanted.replicas(),
                        "storage",
                        wanted.storage() == null && hasCeph()
                                ? fields("backend", "rbd", "rbd", pool("images", "glance"))
                                : wanted.storage()));
    }

    Placement placement() {
        var wanted = spec.services().placement();
        return child(
                Placement.class,
                "placement",
                service(
                        "placement",
                        wanted.image(),
                        wanted.customConfig(),
                        wanted.policyOverrides(),
                        wanted.exposure(),
                        wanted.deployment(),
                        List.of("Keystone"),
                        "replicas",
                        wanted.replicas()));
    }

    Neutron neutron() {
        var wanted = spec.services().neutron();
        return child(
                Neutron.class,
                "neutron",
                service(
                        "neutron",
                        wanted.image(),
                        wanted.customConfig(),
                        wanted.policyOverrides(),
                        wanted.exposure(),
                        wanted.deployment(),
                        List.of("Keystone"),
                        "api",
                        wanted.api(),
                        "messaging",
                        messaging("neutron"),
                        "ovn",
                        fields("clusterRef", fields("name", "ovn")),
                        "ml2",
                        wanted.ml2()));
    }

    Nova nova() {
        var wanted = spec.services().nova();
        return child(
                Nova.class,
                "nova",
                service(
                        "nova",
                        wanted.image(),
                        wanted.customConfig(),
                        wanted.policyOverrides(),
                        wanted.exposure(),
                        wanted.deployment(),
                        List.of("Keystone", "Placement", "Glance"),
                        "api",
                        wanted.api(),
                        "scheduler",
                        wanted.scheduler(),
                        "conductor",
                        wanted.conductor(),
                        "novncproxy",
                        wanted.novncproxy(),
                        "messaging",
                        messaging("nova"),
                        "cells",
                        cells()));
    }

    /** The first cell has the plane's own agents unless it names others. */
    private List<Object> cells() {
        var wanted = spec.services().nova();
        var cells = wanted.cells() == null
                ? List.of(new Nova.Cell("cell1", null, null, null, Workers.ONE))
                : wanted.cells();
        return cells.stream()
                .<Object>map(cell -> fields(
                        "name",
                        cell.name(),
                        "computeRef",
                        cell.computeRef() == null && wanted.compute().enabled() && cell.equals(cells.getFirst())
                                ? fields("name", COMPUTE)
                                : cell.computeRef(),
                        "database",
                        cell.database(),
                        "messaging",
                        cell.messaging(),
                        "conductor",
                        cell.conductor()))
                .toList();
    }

    Cinder cinder() {
        var wanted = spec.services().cinder();
        var ours = wanted.backends() == null && hasCeph();
        return child(
                Cinder.class,
                "cinder",
                service(
                        "cinder",
                        wanted.image(),
                        wanted.customConfig(),
                        wanted.policyOverrides(),
                        wanted.exposure(),
                        wanted.deployment(),
                        List.of("Keystone"),
                        "api",
                        wanted.api(),
                        "scheduler",
                        wanted.scheduler(),
                        "messaging",
                        messaging("cinder"),
                        "backends",
                        ours
                                ? List.of(fields(
                                        "name",
                                        "ceph-rbd",
                                        "driver",
                                        "cinder.volume.drivers.rbd.RBDDriver",
                                        "rbd",
                                        pool("volumes", "cinder")))
                                : wanted.backends(),
                        "defaultVolumeType",
                        ours && wanted.defaultVolumeType() == null ? "ceph-rbd" : wanted.defaultVolumeType()));
    }

    /** The agents on the hypervisors of the first cell. */
    NovaCompute compute() {
        var wanted = spec.services().nova();
        var cells = wanted.cells();
        return child(
                NovaCompute.class,
                COMPUTE,
                fields(
                        "cell",
                        cells == null || cells.isEmpty()
                                ? "cell1"
                                : cells.getFirst().name(),
                        "nodeSelector",
                        wanted.compute().nodeSelector(),
                        "virtType",
                        wanted.compute().virtType(),
                        "image",
                        wanted.image(),
                        "novaRef",
                        fields("name", "nova"),
                        "customConfig",
                        wanted.compute().customConfig()));
    }

    CephStorage ceph() {
        var wanted = Objects.requireNonNull(spec.infrastructure().ceph());
        return child(
                CephStorage.class,
                "ceph",
                fields(
                        "provider",
                        wanted.provider(),
                        "external",
                        wanted.externalSecretRef() == null ? null : fields("secretRef", wanted.externalSecretRef()),
                        "builtIn",
                        fields("storageSize", wanted.storageSize(), "storageClass", wanted.storageClass()),
                        "deletionPolicy",
                        spec.deletionPolicy()));
    }

    boolean hasCeph() {
        return spec.infrastructure().ceph() != null;
    }

    /** Services that talk by messages need a queue, whether the plane names one or not. */
    boolean hasRabbitMQ() {
        var services = spec.services();
        return spec.infrastructure().rabbitmq() != null
                || services.nova().enabled()
                || services.neutron().enabled()
                || services.cinder().enabled();
    }

    private static Map<String, Object> pool(String pool, String client) {
        return fields("pool", pool, "cephSecretRef", fields("name", client + "-ceph-credentials"));
    }

    private static Map<String, Object> messaging(String service) {
        return fields(
                "clusterRef", fields("name", "rabbitmq"),
                "secretRef", fields("name", service + "-rabbitmq-credentials"));
    }

    /** What all services have in common, and what one has of its own. */
    private Map<String, Object> service(
            String name,
            @Nullable Object image,
            @Nullable Object customConfig,
            @Nullable Policy policy,
            @Nullable Object exposure,
            @Nullable Object deployment,
            List<String> dependsOn,
            @Nullable Object... own) {
        var common = fields(
                "image",
                image,
                "database",
                fields(
                        "clusterRef", fields("name", "mariadb"),
                        "secretRef", fields("name", name + "-db-credentials")),
                "keystone",
                keystoneLogin(name),
                "cache",
                fields("servers", cacheServers()),
                "customConfig",
                customConfig,
                "policyOverrides",
                Policy.merge(spec.global().policyOverrides(), policy),
                "tls",
                spec.global().tls(),
                "exposure",
                exposure,
                "deployment",
                deployment,
                "dependsOn",
                dependsOn.stream()
                        .map(kind -> fields("kind", kind, "name", kind.toLowerCase(Locale.ROOT)))
                        .toList(),
                "deletionPolicy",
                spec.deletionPolicy());
        common.putAll(fields(own));
        return common;
    }

    private Map<String, Object> keystoneLogin(String service) {
        var url = (spec.global().tls().enabled() ? "https://keystone." : "http://keystone.")
                + plane.getMetadata().getNamespace() + ".svc.cluster.local:" + KEYSTONE_PORT;
        return fields(
                "authUrl",
                url + "/v3",
                "appCredentialRef",
                fields("secretName", CatalogueEntry.secretOf(service)),
                "region",
                spec.global().region());
    }

    private List<String> cacheServers() {
        return IntStream.range(0, spec.infrastructure().memcached().replicas())
                .mapToObj(i -> "memcached-" + i + ".memcached:" + Memcached.PORT)
                .toList();
    }

    String adminUser() {
        return Objects.requireNonNullElse(spec.services().keystone().adminUser(), "admin");
    }

    SecretKeyRef adminPassword() {
        return Objects.requireNonNullElse(
                spec.services().keystone().adminPasswordSecretRef(),
                new SecretKeyRef("keystone-admin-credentials", "password"));
    }

    private <T extends HasMetadata> T child(Class<T> kind, String name, Map<String, Object> fields) {
        return SERIALIZATION.convertValue(
                Map.of(
                        "apiVersion", HasMetadata.getApiVersion(kind),
                        "kind", HasMetadata.getKind(kind),
                        "metadata",
                                Map.of(
                                        "name", name,
                                        "namespace", plane.getMetadata().getNamespace(),
                                        "labels",
                                                Map.of(
                                                        "c5c3.io/plane",
                                                        plane.getMetadata().getName())),
                        "spec", fields),
                kind);
    }

    /** Names and values in turn; what the plane leaves open stays open, and the child's own default applies. */
    private static Map<String, Object> fields(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, Object>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            var value = namesAndValues[i + 1];
            if (value != null) {
                fields.put(String.valueOf(namesAndValues[i]), value);
            }
        }
        return fields;
    }

    private static int mebibytes(String memory) {
        var number = Integer.parseInt(memory.substring(0, memory.length() - 2));
        return memory.endsWith("Gi") ? number * MEBIBYTES_PER_GIBIBYTE : number;
    }
}
