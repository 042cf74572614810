package io.c5c3.api.openstack;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Metrics;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretRef;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Block storage: pools, and users for the services that need them. The cluster below is somebody else's (external), Rook's, or a small
 * one that the operator runs itself.
 */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("CephStorage")
@Plural("cephstorages")
@ShortNames("osceph")
@AdditionalPrinterColumn(name = "Provider", jsonPath = ".status.provider", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Health", jsonPath = ".status.health", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Available",
        jsonPath = ".status.capacity.availableGb",
        type = AdditionalPrinterColumn.Type.INTEGER)
public final class CephStorage extends CustomResource<CephStorage.Spec, CephStorage.Status> implements Namespaced {

    /** Whose cluster it is. */
    public enum Provider {
        /** External if that is written, else Rook's where Rook is installed, else the operator's own. */
        Auto,

        /** One that is there already. */
        External,

        /** The one that Rook runs. */
        Rook,

        /** A small one that the operator runs. */
        BuiltIn
    }

    private static final int MOST = 32;
    private static final String SIZE = "^[0-9]+(\\.[0-9]+)?(Mi|Gi|Ti|Pi|M|G|T|P)?$";

    /**
     * What a person writes. Without {@code provider} the cluster is external if {@code external} is written, else Rook's if Rook is
     * installed, else the operator's own; what was once chosen stays.
     *
     * @param external the cluster of provider: External
     * @param rook the cluster of provider: Rook
     * @param builtIn the cluster of provider: BuiltIn
     * @param pools those there are to be; images, volumes and vms by default
     * @param clients users; glance, cinder and nova by default, each with the pools that it needs
     */
    @ValidationRule(
            value = "self.provider != 'External' || has(self.external)",
            message = "provider: External needs external.secretRef: a Secret with ceph.conf and keyring")
    @ValidationRule(
            value = "!has(self.external) || self.provider in ['Auto', 'External']",
            message = "external is for provider: External; take it out, or write provider: External")
    @ValidationRule(
            value = "!has(self.pools) || self.pools.all(p, self.pools.exists_one(q, q.name == p.name))",
            message = "two pools have one name: give each a name of its own")
    @ValidationRule(
            value = "!has(self.clients) || self.clients.all(c, self.clients.exists_one(d, d.name == c.name))",
            message = "two clients have one name: give each a name of its own")
    @RecordBuilder
    public record Spec(
            @Default("Auto") Provider provider,
            @Nullable External external,
            @Default("{}") Rook rook,
            @Default("{}") BuiltIn builtIn,
            @Size(max = MOST) List<Pool> pools,
            @Size(max = MOST) List<Client> clients,
            @Default("Retain") DeletionPolicy deletionPolicy) {

        /** Images for Glance, volumes for Cinder, the disks of servers for Nova. */
        public static final List<String> POOLS = List.of("images", "volumes", "vms");

        public Spec {
            pools = pools == null || pools.isEmpty()
                    ? POOLS.stream().map(name -> new Pool(name, null, null)).toList()
                    : List.copyOf(pools);
            clients = clients == null || clients.isEmpty() ? defaults(pools) : List.copyOf(clients);
        }

        /** The services of a plane, each with as little as it needs of the pools there are. Glance may have several. */
        private static List<Client> defaults(List<Pool> pools) {
            var names = pools.stream().map(Pool::name).toList();
            var images = names.stream()
                    .filter(name -> name.equals("images") || name.startsWith("images-"))
                    .toList();
            return List.of(
                            new Client("glance", images, List.of(), ""),
                            new Client("cinder", List.of("volumes", "backups"), images, ""),
                            // A snapshot of a server is an image that is cloned from its disk, by the hypervisor.
                            new Client("nova", join(List.of("vms", "volumes"), images), List.of(), ""))
                    .stream()
                    .map(client -> client.among(names))
                    .filter(client -> !client.pools().isEmpty())
                    .toList();
        }

        private static List<String> join(List<String> some, List<String> more) {
            return Stream.concat(some.stream(), more.stream()).toList();
        }
    }

    /**
     * A cluster that is there already. The Secret holds ceph.conf and the keyring of one client. With {@code provision} that client makes
     * the pools and a user per service; without, every service logs in as that client, and the pools must be there.
     *
     * @param secretRef the Secret with ceph.conf and keyring
     * @param provision whether pools and users are made
     */
    @RecordBuilder
    public record External(
            @Required SecretRef secretRef, @Default("true") Boolean provision) {}

    /**
     * The cluster that Rook runs in a namespace of its own.
     *
     * @param namespace the namespace of its CephCluster
     * @param failureDomain what copies of the same data must not share: host, rack, zone
     */
    @RecordBuilder
    public record Rook(
            @Default("rook-ceph") String namespace,
            @Default("host") String failureDomain) {}

    /**
     * A small cluster: one monitor or three, one manager or two, and disks that are files on volumes. With three monitors, two managers and
     * three disks, each on a node of its own, the loss of a node changes nothing but the health, HEALTH_WARN. All are kept on different
     * nodes as far as there are nodes, unless {@code pods.affinity} says how.
     *
     * @param monitors how many monitors: 1 or 3, which agree by majority. One may become three
     * @param managers how many managers: the second takes over when the first is gone
     * @param osds how many disks: one per node that stores
     * @param storageSize the size of each disk
     * @param config options of ceph.conf, laid over those of the operator
     * @param networkPolicy who may reach the cluster besides the plane and the hypervisors
     * @param metrics what the manager tells of the cluster
     */
    @ValidationRule(
            value = "self.monitors in [1, 3]",
            message =
                    "builtIn.monitors must be 1 or 3: two keep no majority when one is lost, and more serve nothing in"
                            + " a small cluster")
    @ValidationRule(
            value = "self.monitors >= oldSelf.monitors",
            message = "builtIn.monitors cannot shrink: clients that run know all three; leave it at 3",
            optionalOldSelf = false)
    @ValidationRule(
            value = "self.osds >= oldSelf.osds",
            message = "builtIn.osds cannot shrink: data on the disk that goes would be lost",
            optionalOldSelf = false)
    @ValidationRule(
            value = "self.storageSize == oldSelf.storageSize",
            message = "builtIn.storageSize cannot be changed: write more osds to have more room",
            optionalOldSelf = false)
    @ValidationRule(
            value = "(has(self.storageClass) ? self.storageClass : '') == (has(oldSelf.storageClass) ?"
                    + " oldSelf.storageClass : '')",
            message = "builtIn.storageClass cannot be changed: a volume stays in the class it was made in; make a new"
                    + " CephStorage and move the data",
            optionalOldSelf = false)
    @RecordBuilder
    public record BuiltIn(
            @Pattern("^\\S+$") @Default(IMAGE) String image,
            @Default("1") Integer monitors,
            @Min(1) @Max(2) @Default("1") Integer managers,
            @Min(1) @Max(16) @Default("1") Integer osds,
            @Pattern(SIZE) @Default("10Gi") String storageSize,
            String storageClass,
            Map<String, String> config,
            @Default("{}") NetworkRules networkPolicy,
            @Default("{}") Metrics metrics,
            @Default("{}") Pods pods) {

        /** Where the manager tells. */
        public static final int METRICS_PORT = 9283;

        private static final String IMAGE = "ghcr.io/c5c3/ceph:18.2.7";
    }

    /**
     * A part of the cluster, with a name and a number of copies.
     *
     * @param name the name of the pool
     * @param replicas copies of everything, on as many hosts if there are as many with disks; without it, 3 with Rook, in the operator's own
     *     cluster as many as it has monitors, as far as there are disks, and as the cluster says in an external one
     * @param placementGroups how many there are to begin with; without it, as the cluster sees fit
     */
    @RecordBuilder
    public record Pool(
            @Required @Size(max = 63) @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*$")
            String name,

            @Min(1) @Max(10) @Nullable Integer replicas,
            @Min(1) @Max(1024) @Nullable Integer placementGroups) {}

    /**
     * A user of the cluster. What it needs to log in is written to a Secret, {@code <name>-ceph-credentials} unless named.
     *
     * @param name the name of the user, without client.
     * @param pools those that it may read and write
     * @param readOnlyPools those that it may only read
     * @param secretName the name of the Secret that it finds its key in
     */
    @RecordBuilder
    public record Client(
            @Required @Size(max = 40) @Pattern("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")
            String name,

            @Required @Size(max = MOST) List<String> pools,
            @Size(max = MOST) List<String> readOnlyPools,
            String secretName) {

        public Client {
            secretName = secretName == null || secretName.isEmpty() ? name + "-ceph-credentials" : secretName;
        }

        Client among(List<String> names) {
            return new Client(
                    name,
                    pools.stream().filter(names::contains).toList(),
                    readOnlyPools.stream().filter(names::contains).toList(),
                    secretName);
        }
    }

    /**
     * What the operator observed.
     *
     * @param provider whose cluster it is
     * @param fsid the identity of the cluster
     * @param health what Ceph says of itself: HEALTH_OK, HEALTH_WARN or HEALTH_ERR
     * @param capacity how much room there is, in gibibytes
     * @param pools how full each is
     * @param clients users that can log in
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Provider provider,
            @Nullable String fsid,
            @Nullable String version,
            @Nullable String health,
            @Nullable Capacity capacity,
            @Nullable List<PoolStatus> pools,
            @Nullable List<String> clients,
            @Nullable BlockedBy blockedBy) {}

    /**
     * In gibibytes.
     *
     * @param totalGb the room of all disks
     * @param availableGb what is left of it
     */
    public record Capacity(@Nullable Long totalGb, @Nullable Long availableGb) {}

    /**
     * How full a pool is.
     *
     * @param name the name of the pool
     * @param usedGb how much is in it, in gibibytes
     * @param availableGb how much more it can hold, in gibibytes
     */
    public record PoolStatus(
            @Nullable String name,
            @Nullable Long usedGb,
            @Nullable Long availableGb) {}
}
