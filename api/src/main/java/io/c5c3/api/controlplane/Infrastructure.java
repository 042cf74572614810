package io.c5c3.api.controlplane;

import io.c5c3.api.common.Image;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.openstack.CephStorage.Provider;
import io.c5c3.api.openstack.MariaDBBackup;
import io.c5c3.api.openstack.MariaDBRestore;
import io.c5c3.api.openstack.Valkey.Persistence;
import io.c5c3.api.openstack.Valkey.Sentinel;
import io.c5c3.api.ovn.BridgeMapping;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the services stand on.
 *
 * @param rabbitmq the message queue; made with its defaults when a service that needs it is on and nothing is written
 * @param valkey a key-value store; only made when it is written
 * @param ceph block and image storage; without it, images are files on a volume
 */
public record Infrastructure(
        @Default("{}") MariaDB mariadb,
        @Nullable RabbitMQ rabbitmq,
        @Nullable Valkey valkey,
        @Default("{}") Memcached memcached,
        @Nullable Ceph ceph,
        @Default("{}") Ovn ovn) {

    /**
     * The database of all services.
     *
     * @param replicas how many servers: 1, 3 or 5
     * @param image the image of the servers; without it, the one that the operator was tested with
     * @param backup copies of all data, made again and again; none without
     * @param restoreFrom the backup that a new plane's servers begin with; they begin with nothing without
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "mariadb.replicas must be 1, 3 or 5: an even number of database servers cannot keep a majority")
    public record MariaDB(
            @Default("1") Integer replicas,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String storageSize,

            @Nullable String storageClass,
            @Pattern("^\\S+$") @Nullable String image,
            @Nullable MariaDBBackup backup,
            @Nullable MariaDBRestore restoreFrom) {}

    /**
     * The message queue of all services.
     *
     * @param replicas how many servers: 1, 3 or 5
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "rabbitmq.replicas must be 1, 3 or 5: an even number of message servers cannot keep a majority")
    public record RabbitMQ(
            @Default("1") Integer replicas,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String storageSize,

            @Nullable String storageClass) {}

    /**
     * A key-value store for services that want more than a cache.
     *
     * @param replicas how many servers; an odd number with sentinels
     */
    @ValidationRule(
            value = "!self.sentinel.enabled || self.replicas % 2 == 1",
            message = "valkey.replicas must be odd with valkey.sentinel.enabled, 1, 3 or 5 say: an even number of"
                    + " sentinels cannot keep a majority")
    public record Valkey(
            @Min(1) @Max(15) @Default("1") Integer replicas,
            @Default("{}") Sentinel sentinel,
            @Default("Auto") io.c5c3.api.openstack.Valkey.Provider provider,
            @Nullable Persistence persistence) {}

    /**
     * The cache of all services, of tokens above all.
     *
     * @param replicas how many servers; each holds a part of the whole
     * @param memory the memory of each server, for what it holds
     * @param image the image of the servers; without it, the one that the operator was tested with
     */
    public record Memcached(
            @Min(1) @Max(64) @Default("1") Integer replicas,
            @Pattern("^[0-9]+(Mi|Gi)$") @Default("128Mi") String memory,
            @Pattern("^\\S+$") @Nullable String image) {}

    /**
     * Block and image storage: a Ceph that is there already, one that Rook runs, or a small one of the plane's own.
     *
     * @param replicas how many monitors and disks the plane's own Ceph has, each on a node of its own as far as there are nodes, and how many
     *     copies of everything: 1 or 3, with which a node may be lost. One may become three, when everything is copied
     * @param externalSecretRef the Secret with ceph.conf and keyring of a Ceph that is there already
     * @param storageSize the size of each disk of the plane's own Ceph
     */
    @ValidationRule(
            value = "self.replicas in [1, 3]",
            message = "ceph.replicas must be 1 or 3: with two monitors there is no majority when one is lost")
    @ValidationRule(
            value = "self.replicas >= oldSelf.replicas",
            message = "ceph.replicas cannot shrink: data on the disks that go would be lost; leave it at 3",
            optionalOldSelf = false)
    public record Ceph(
            @Default("Auto") Provider provider,
            @Default("1") Integer replicas,
            @Nullable SecretRef externalSecretRef,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String storageSize,

            @Nullable String storageClass) {}

    /**
     * The network below Neutron; made when Neutron is on.
     *
     * @param replicas how many servers of each database: 1, 3 or 5
     * @param storageSize the size of the volume of each server of a database
     * @param image the image of databases, northd and controllers; without it, the one that the operator was tested with
     * @param switchImage the image of the switches; without it, the one that the operator was tested with
     * @param resources what each server of a database asks for, and may use
     * @param bridgeMappings those of every hypervisor that has none of its own
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "ovn.replicas must be 1, 3 or 5: an even number of database servers cannot keep a majority")
    public record Ovn(
            @Default("1") Integer replicas,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("1Gi")
            String storageSize,

            @Nullable String storageClass,
            @Nullable Image image,
            @Nullable Image switchImage,
            @Nullable ResourceRequirements resources,
            List<BridgeMapping> bridgeMappings) {}
}
