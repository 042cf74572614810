package io.c5c3.controlplane;

import io.c5c3.api.catalogue.Need;
import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.TlsBuilder;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.memcached.MemcachedConfigBuilder;
import io.c5c3.api.memcached.MemcachedMonitoringBuilder;
import io.c5c3.api.memcached.MemcachedSaslBuilder;
import io.c5c3.api.memcached.MemcachedSecurityBuilder;
import io.c5c3.api.memcached.MemcachedServiceMonitorBuilder;
import io.c5c3.api.memcached.MemcachedSpecBuilder;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.CephStorageBuiltInBuilder;
import io.c5c3.api.openstack.CephStorageExternalBuilder;
import io.c5c3.api.openstack.CephStorageSpecBuilder;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBMetricsBuilder;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.RabbitMQSpecBuilder;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.openstack.ValkeySpecBuilder;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.ovn.OVNClusterControllerBuilder;
import io.c5c3.api.ovn.OVNClusterDatabaseBuilder;
import io.c5c3.api.ovn.OVNClusterNorthdBuilder;
import io.c5c3.api.ovn.OVNClusterSpecBuilder;
import io.c5c3.api.ovn.OVNClusterStorageBuilder;
import io.c5c3.api.ovn.OVNClusterTlsBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the services of a plane stand on. */
record InfrastructureChildren(Cloud cloud, Watch watch) {

    InfrastructureChildren(Cloud cloud) {
        this(cloud, new Watch(cloud));
    }

    private static final int MEBIBYTES_PER_GIBIBYTE = 1024;

    CustomResource<?, ?> mariadb() {
        var wanted = cloud.infrastructure().mariadb();
        return Child.of(
                cloud,
                MariaDB.class,
                Child.MARIADB,
                MariaDBSpecBuilder.builder()
                        .replicas(wanted.replicas())
                        .storageSize(wanted.storageSize())
                        .storageClass(wanted.storageClass())
                        .image(wanted.image())
                        // Like that of the messages: its names are those of the cluster.
                        .tls(TlsBuilder.builder().enabled(cloud.tls().enabled()).build())
                        .backup(wanted.backup())
                        .restoreFrom(wanted.restoreFrom())
                        .metrics(
                                cloud.monitored()
                                        ? MariaDBMetricsBuilder.builder()
                                                .enabled(true)
                                                .monitor(watch.monitor())
                                                .build()
                                        : null)
                        .networkPolicy(watch.admitted())
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    CustomResource<?, ?> memcached() {
        var wanted = cloud.infrastructure().memcached();
        return Child.of(
                cloud,
                Memcached.class,
                Child.MEMCACHED,
                MemcachedSpecBuilder.builder()
                        .replicas(wanted.replicas())
                        .image(wanted.image())
                        .config(MemcachedConfigBuilder.builder()
                                .maxMemoryMB(mebibytes(wanted.memory()))
                                .build())
                        // What is in it lets people in: it is for the plane's own services, in the clear for nobody.
                        .security(MemcachedSecurityBuilder.builder()
                                .tls(TlsBuilder.builder().enabled(true).build())
                                .sasl(MemcachedSaslBuilder.builder()
                                        .enabled(true)
                                        .build())
                                .networkPolicy(watch.admitted())
                                .build())
                        .monitoring(MemcachedMonitoringBuilder.builder()
                                .enabled(cloud.monitored())
                                .serviceMonitor(
                                        watch.labels() == null
                                                ? null
                                                : MemcachedServiceMonitorBuilder.builder()
                                                        .labels(watch.labels())
                                                        .build())
                                .build())
                        .build());
    }

    CustomResource<?, ?> rabbitmq() {
        var wanted = Objects.requireNonNullElse(
                cloud.infrastructure().rabbitmq(), Defaults.of(Infrastructure.RabbitMQ.class));
        return Child.of(
                cloud,
                RabbitMQ.class,
                Child.RABBITMQ,
                RabbitMQSpecBuilder.builder()
                        .replicas(wanted.replicas())
                        .storageSize(wanted.storageSize())
                        .storageClass(wanted.storageClass())
                        .monitoring(cloud.monitored() ? watch.monitor() : null)
                        .networkPolicy(watch.admitted())
                        // Nobody outside talks to it, and a public issuer would not sign its names: the operators' own
                        // authority does.
                        .tls(TlsBuilder.builder().enabled(cloud.tls().enabled()).build())
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    CustomResource<?, ?> valkey() {
        var wanted = Objects.requireNonNull(cloud.infrastructure().valkey());
        return Child.of(
                cloud,
                Valkey.class,
                "valkey",
                ValkeySpecBuilder.builder()
                        .provider(wanted.provider())
                        .replicas(wanted.replicas())
                        .sentinel(wanted.sentinel())
                        .persistence(wanted.persistence())
                        .tls(TlsBuilder.builder().enabled(cloud.tls().enabled()).build())
                        .metrics(watch.metrics())
                        .networkPolicy(watch.admitted())
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    CustomResource<?, ?> ovn() {
        var wanted = cloud.infrastructure().ovn();
        var database = OVNClusterDatabaseBuilder.builder()
                .replicas(wanted.replicas())
                .storage(OVNClusterStorageBuilder.builder()
                        .size(wanted.storageSize())
                        .storageClass(wanted.storageClass())
                        .build())
                .resources(wanted.resources())
                .build();
        return Child.of(
                cloud,
                OVNCluster.class,
                Child.OVN,
                OVNClusterSpecBuilder.builder()
                        .ovnImage(wanted.image())
                        .ovsImage(wanted.switchImage())
                        .northbound(database)
                        .southbound(database)
                        // One works; where databases may lose a server, it may be lost as well.
                        .northd(OVNClusterNorthdBuilder.builder()
                                .replicas(Math.min(wanted.replicas(), 2))
                                .build())
                        .controller(OVNClusterControllerBuilder.builder()
                                .bridgeMappings(wanted.bridgeMappings())
                                .build())
                        // Between its own parts and Neutron alone, so the operators' own authority signs it.
                        .tls(OVNClusterTlsBuilder.builder()
                                .enabled(cloud.tls().enabled())
                                .build())
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    CustomResource<?, ?> ceph() {
        var wanted = Objects.requireNonNull(cloud.infrastructure().ceph());
        return Child.of(
                cloud,
                CephStorage.class,
                "ceph",
                CephStorageSpecBuilder.builder()
                        .provider(wanted.provider())
                        .external(
                                wanted.externalSecretRef() == null
                                        ? null
                                        : CephStorageExternalBuilder.builder()
                                                .secretRef(wanted.externalSecretRef())
                                                .build())
                        .builtIn(CephStorageBuiltInBuilder.builder()
                                .monitors(wanted.replicas())
                                .managers(wanted.replicas() == 1 ? 1 : 2)
                                .osds(wanted.replicas())
                                .storageSize(wanted.storageSize())
                                .storageClass(wanted.storageClass())
                                .networkPolicy(watch.admitted())
                                .metrics(watch.metrics())
                                .build())
                        .pools(pools())
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    /** More than there are by themselves, if services ask for them: in somebody's Ceph, a pool that nobody uses is in the way. */
    private @Nullable List<CephStorage.Pool> pools() {
        var services = cloud.services();
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
                        .map(name -> new CephStorage.Pool(name, null, null))
                        .toList();
    }

    boolean hasValkey() {
        return cloud.infrastructure().valkey() != null;
    }

    boolean hasCeph() {
        return cloud.infrastructure().ceph() != null;
    }

    /** Services that talk by messages need a queue, whether the plane names one or not. */
    boolean hasRabbitMQ() {
        return cloud.infrastructure().rabbitmq() != null
                || cloud.having().anyMatch(service -> service.needs(Need.Queue));
    }

    boolean hasOvn() {
        return cloud.overOvn() && cloud.having().anyMatch(service -> service.needs(Need.Network));
    }

    private static int mebibytes(String memory) {
        var number = Integer.parseInt(memory.substring(0, memory.length() - 2));
        return memory.endsWith("Gi") ? number * MEBIBYTES_PER_GIBIBYTE : number;
    }
}
