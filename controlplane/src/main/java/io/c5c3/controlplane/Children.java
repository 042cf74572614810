package io.c5c3.controlplane;

import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
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
    private static final int MEBIBYTES_PER_GIBIBYTE = 1024;

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
        var servers = IntStream.range(0, spec.infrastructure().memcached().replicas())
                .mapToObj(i -> "memcached-" + i + ".memcached:" + Memcached.PORT)
                .toList();
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
                        "cache", Map.of("servers", servers),
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

    String adminUser() {
        return Objects.requireNonNullElse(spec.services().keystone().adminUser(), "admin");
    }

    SecretKeyRef adminPassword() {
        return Objects.requireNonNullElse(
                spec.services().keystone().adminPasswordSecretRef(),
                new SecretKeyRef("keystone-admin-credentials", "password"));
    }

    List<HasMetadata> all() {
        return spec.services().keystone().enabled()
                ? List.of(mariadb(), memcached(), keystone())
                : List.of(mariadb(), memcached());
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
