package io.c5c3.controlplane;

import static io.c5c3.controlplane.Draft.fields;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the services of a plane stand on. */
record InfrastructureChildren(Draft draft) {

    private static final int MEBIBYTES_PER_GIBIBYTE = 1024;

    MariaDB mariadb() {
        var wanted = draft.spec().infrastructure().mariadb();
        return draft.child(
                MariaDB.class,
                "mariadb",
                fields(
                        "replicas", wanted.replicas(),
                        "storageSize", wanted.storageSize(),
                        "storageClass", wanted.storageClass(),
                        "image", wanted.image(),
                        "deletionPolicy", draft.spec().deletionPolicy()));
    }

    Memcached memcached() {
        var wanted = draft.spec().infrastructure().memcached();
        return draft.child(
                Memcached.class,
                "memcached",
                fields(
                        "replicas", wanted.replicas(),
                        "image", wanted.image(),
                        "config", Map.of("maxMemoryMB", mebibytes(wanted.memory())),
                        // What is in it lets people in: it is for the plane's own services, in the clear for nobody.
                        "security", fields("tls", fields("enabled", true), "sasl", fields("enabled", true)),
                        "monitoring",
                                Map.of(
                                        "enabled",
                                        draft.spec().global().monitoring().enabled())));
    }

    RabbitMQ rabbitmq() {
        var wanted = Objects.requireNonNullElse(
                draft.spec().infrastructure().rabbitmq(), Defaults.of(Infrastructure.RabbitMQ.class));
        return draft.child(
                RabbitMQ.class,
                "rabbitmq",
                fields(
                        "replicas", wanted.replicas(),
                        "storageSize", wanted.storageSize(),
                        "storageClass", wanted.storageClass(),
                        // Nobody outside talks to it, and a public issuer would not sign its names: the operators' own
                        // authority does.
                        "tls", fields("enabled", draft.spec().global().tls().enabled()),
                        "deletionPolicy", draft.spec().deletionPolicy()));
    }

    Valkey valkey() {
        var wanted = Objects.requireNonNull(draft.spec().infrastructure().valkey());
        return draft.child(
                Valkey.class,
                "valkey",
                fields(
                        "provider", wanted.provider(),
                        "replicas", wanted.replicas(),
                        "sentinel", wanted.sentinel(),
                        "persistence", wanted.persistence(),
                        "tls", fields("enabled", draft.spec().global().tls().enabled()),
                        "metrics", monitored(),
                        "deletionPolicy", draft.spec().deletionPolicy()));
    }

    /** An exporter, and that Prometheus is told of it. */
    private Map<String, Object> monitored() {
        var wanted = draft.spec().global().monitoring().enabled();
        return fields("enabled", wanted, "monitor", fields("enabled", wanted));
    }

    OVNCluster ovn() {
        var wanted = draft.spec().infrastructure().ovn();
        var database = fields(
                "replicas", wanted.replicas(), "storage", fields("size", "1Gi", "storageClass", wanted.storageClass()));
        return draft.child(
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
                        draft.spec().deletionPolicy()));
    }

    CephStorage ceph() {
        var wanted = Objects.requireNonNull(draft.spec().infrastructure().ceph());
        return draft.child(
                CephStorage.class,
                "ceph",
                fields(
                        "provider",
                        wanted.provider(),
                        "external",
                        wanted.externalSecretRef() == null ? null : fields("secretRef", wanted.externalSecretRef()),
                        "builtIn",
                        fields("storageSize", wanted.storageSize(), "storageClass", wanted.storageClass()),
                        "pools",
                        pools(),
                        "deletionPolicy",
                        draft.spec().deletionPolicy()));
    }

    /** More than there are by themselves, if services ask for them: in somebody's Ceph, a pool that nobody uses is in the way. */
    private @Nullable List<Map<String, Object>> pools() {
        var services = draft.spec().services();
        var more = new ArrayList<String>();
        if (services.cinder().backsUpAnywhere()) {
            more.add(Cinder.Backup.POOL);
        }
        if (services.glance().storage() != null) {
            services.glance().storage().stores().forEach(store -> more.add(store.pool()));
        }
        return more.isEmpty()
                ? null
                : Stream.concat(CephStorage.Spec.POOLS.stream(), more.stream())
                        .map(name -> fields("name", name))
                        .toList();
    }

    boolean hasValkey() {
        return draft.spec().infrastructure().valkey() != null;
    }

    boolean hasCeph() {
        return draft.spec().infrastructure().ceph() != null;
    }

    /** Services that talk by messages need a queue, whether the plane names one or not. */
    boolean hasRabbitMQ() {
        var services = draft.spec().services();
        return draft.spec().infrastructure().rabbitmq() != null
                || services.nova().enabled()
                || services.neutron().enabled()
                || services.cinder().enabled();
    }

    private static int mebibytes(String memory) {
        var number = Integer.parseInt(memory.substring(0, memory.length() - 2));
        return memory.endsWith("Gi") ? number * MEBIBYTES_PER_GIBIBYTE : number;
    }
}
