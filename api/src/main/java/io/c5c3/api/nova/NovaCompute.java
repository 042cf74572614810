package io.c5c3.api.nova;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.Metrics;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.NodeUse;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.common.UsesNodes;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The agents on one set of hypervisors, which make a cell of a Nova able to run guests. */
@Group("nova.openstack.c5c3.io")
@Version("v1alpha1")
@AdditionalPrinterColumn(name = "Cell", jsonPath = ".spec.cell", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Nodes", jsonPath = ".status.nodeCount", type = AdditionalPrinterColumn.Type.INTEGER)
public final class NovaCompute extends CustomResource<NovaCompute.Spec, NovaCompute.Status>
        implements Namespaced, UsesNodes {

    /** Where exporters tell of libvirt's guests. */
    public static final int METRICS_PORT = 9177;

    /** The label that makes a node a hypervisor. */
    public static final String HYPERVISOR = "node-role.kubernetes.io/hypervisor";

    private static final String HYPERVISORS = "{\"" + HYPERVISOR + "\": \"\"}";

    /**
     * What a person writes. What is left out of {@code keystone} and {@code messaging} is taken from the Nova: then the agents log in as
     * Nova does, and use the queue of their cell.
     *
     * @param novaRef the Nova that they work for; the only one of the namespace by default
     * @param cell the cell of that Nova, in which they are discovered
     * @param nodeSelector labels of the nodes that are hypervisors
     * @param libvirtImage the image of libvirt and QEMU
     * @param rbd the pool of Ceph for servers' disks; without it, they are files on the node
     * @param deployment how the pods of nova-compute are sized and stopped
     * @param libvirt how the pods of libvirt are sized and stopped
     * @param metrics an exporter on each hypervisor, which tells of guests; it may only read
     * @param networkPolicy who may reach it besides the plane
     */
    @ValidationRule(
            value = "self.cell == oldSelf.cell",
            message = "cell cannot be changed: hypervisors stay in the cell they were discovered in; make another"
                    + " NovaCompute for other nodes")
    @RecordBuilder
    public record Spec(
            @Nullable NameRef novaRef,

            @Pattern("^[a-z][a-z0-9-]{0,29}$") @Default("cell1")
            String cell,

            @Default(HYPERVISORS) Map<String, String> nodeSelector,
            @Default("Auto") VirtType virtType,
            @Default("{}") Image image,
            @Default("{}") Image libvirtImage,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Messaging messaging,
            @Nullable Rbd rbd,
            Map<String, Map<String, String>> customConfig,
            @Default("{}") Pods deployment,
            @Default("{}") Pods libvirt,
            @Default("{}") Metrics metrics,
            @Default("{}") NetworkRules networkPolicy,
            List<Dependency> dependsOn) {}

    @Override
    public List<NodeUse> nodeUses() {
        var selector = new TreeMap<>(spec.nodeSelector());
        selector.putAll(spec.libvirt().nodeSelector());
        return List.of(new NodeUse(NodeUse.GUESTS, "nova-compute", "libvirt", selector));
    }

    /** How guests are run. */
    public enum VirtType {
        /** By KVM on those nodes where a small guest really boots under it, and emulated on all others. */
        Auto,

        /** By the processor. */
        kvm,

        /** Emulated, which is slow and works everywhere. */
        qemu
    }

    /**
     * One hypervisor.
     *
     * @param name the name of the node
     * @param virtType what its guests are run by
     * @param message why it is not KVM, if it was asked
     * @param state up or down, as Nova sees its agent
     */
    public record Node(
            @Nullable String name,
            @Nullable String virtType,
            @Nullable String message,
            @Nullable String state) {}

    /**
     * What the operator observed.
     *
     * @param nodeCount how many hypervisors Nova knows
     * @param nodes how each is
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String installedRelease,
            @Nullable Integer nodeCount,
            @Nullable List<Node> nodes,
            @Nullable BlockedBy blockedBy) {}
}
