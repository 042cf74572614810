package io.c5c3.api.ovn;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.NodeUse;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.UsesNodes;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An Open Virtual Network: its two databases, the daemon between them, and the switches and controllers on the hypervisors. */
@Group("ovn.c5c3.io")
@Version("v1alpha1")
@ShortNames("ovn")
@AdditionalPrinterColumn(
        name = "Chassis",
        jsonPath = ".status.chassisCount",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Active",
        jsonPath = ".status.activeControllers",
        type = AdditionalPrinterColumn.Type.INTEGER)
public class OVNCluster extends CustomResource<OVNCluster.Spec, OVNCluster.Status> implements Namespaced, UsesNodes {

    public static final int NORTHBOUND_PORT = 6641;
    public static final int SOUTHBOUND_PORT = 6642;

    /** The label that makes a node a hypervisor. */
    public static final String HYPERVISOR = "node-role.kubernetes.io/hypervisor";

    private static final String HYPERVISORS = "{\"" + HYPERVISOR + "\": \"\"}";

    /**
     * What a person writes.
     *
     * @param ovnImage the image of the databases, northd and the controllers
     * @param ovsImage the image of the switches
     * @param northbound the database with what Neutron asks for
     * @param southbound the database with what the controllers do
     */
    @RecordBuilder
    public record Spec(
            @Default("{}") Image ovnImage,
            @Default("{}") Image ovsImage,
            @Default("{}") Database northbound,
            @Default("{}") Database southbound,
            @Default("{}") Northd northd,
            @Default("{}") Controller controller,
            @Default("{}") Ovs ovs,
            @Default("{}") NeutronIntegration neutronIntegration,
            @Default("{}") Tls tls,
            @Default("{}") NetworkRules networkPolicy,
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /**
     * One of the two databases: servers that agree by Raft, each with a volume of its own.
     *
     * @param replicas how many servers: 1, 3 or 5
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "replicas must be 1, 3 or 5: an even number of database servers cannot keep a majority")
    @RecordBuilder
    public record Database(
            @Default("1") Integer replicas,
            @Default("{}") Storage storage,
            @Nullable ResourceRequirements resources,
            @Default("{}") Pods pods) {}

    /**
     * The volume of each server.
     *
     * @param size the size of the volume
     */
    @ValidationRule(
            value = "(has(self.storageClass) ? self.storageClass : '') == (has(oldSelf.storageClass) ?"
                    + " oldSelf.storageClass : '')",
            message = "storage.storageClass cannot be changed: a volume stays in the class it was made in; make a new"
                    + " OVNCluster",
            optionalOldSelf = false)
    @RecordBuilder
    public record Storage(
            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String size,

            String storageClass) {}

    @Override
    public List<NodeUse> nodeUses() {
        return List.of(
                new NodeUse(NodeUse.SWITCH, "ovn", "ovs", spec.ovs().nodeSelector()),
                new NodeUse(
                        NodeUse.SWITCH, "ovn", "controller", spec.controller().nodeSelector()));
    }

    /** The daemon that turns the northbound database into the southbound one; of several, one works and the others stand by. */
    @RecordBuilder
    public record Northd(
            @Min(1) @Max(5) @Default("1") Integer replicas,
            @Nullable ResourceRequirements resources,
            @Default("{}") Pods pods) {}

    /**
     * The controller on each hypervisor. Bridge mappings here hold for every node whose OVNChassis has none of its own. Without tolerations
     * it runs on tainted nodes too: guests keep running there, and need their network.
     *
     * @param tolerations tolerations of taints of nodes; all by default
     */
    @RecordBuilder
    public record Controller(
            @Default(HYPERVISORS) Map<String, String> nodeSelector,
            @Nullable ResourceRequirements resources,
            @Nullable List<Toleration> tolerations,
            @Nullable String priorityClassName,
            @Size(max = 64) List<BridgeMapping> bridgeMappings) {}

    /**
     * The switch on each hypervisor.
     *
     * @param tolerations tolerations of taints of nodes; all by default
     */
    @RecordBuilder
    public record Ovs(
            @Default(HYPERVISORS) Map<String, String> nodeSelector,
            @Nullable ResourceRequirements resources,
            @Nullable List<Toleration> tolerations,
            @Nullable String priorityClassName) {}

    /**
     * Where Neutron finds the databases.
     *
     * @param nbConnection the way to the northbound database
     * @param sbConnection the way to the southbound database
     */
    @RecordBuilder
    public record NeutronIntegration(
            @Nullable Connection nbConnection, @Nullable Connection sbConnection) {}

    /**
     * How a database is reached.
     *
     * @param service the Service before it
     */
    public record Connection(@Nullable Service service) {}

    /**
     * The Service before a database; named after the resource when nothing is written.
     *
     * @param name the name of the Service
     * @param port the port of the Service
     */
    public record Service(
            @Pattern("^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$") @Nullable
            String name,

            @Min(1) @Max(65535) @Nullable Integer port) {}

    /**
     * Encryption between all parts, each of which proves with the same certificate that it belongs. The Secret holds tls.crt, tls.key and
     * ca.crt; the operator makes it with an authority of its own unless somebody else has made it.
     *
     * @param enabled whether connections are encrypted
     * @param certSecretRef the Secret
     */
    @RecordBuilder
    public record Tls(
            @Default("false") Boolean enabled, @Nullable SecretRef certSecretRef) {}

    /**
     * As Neutron writes them into its configuration.
     *
     * @param northbound such as ssl:ovn-nb:6641
     * @param southbound such as ssl:ovn-sb:6642
     */
    public record Endpoints(
            @Nullable String northbound, @Nullable String southbound) {}

    /**
     * What the operator observed.
     *
     * @param endpoints where the databases are
     * @param northboundId the identity of the database that was founded; another one has begun with nothing since
     * @param southboundId the same of the other database
     * @param chassisCount how many nodes have joined
     * @param activeControllers how many of them are up to date
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Endpoints endpoints,
            @Nullable String northboundId,
            @Nullable String southboundId,
            @Nullable Integer chassisCount,
            @Nullable Integer activeControllers,
            @Nullable BlockedBy blockedBy) {}
}
