package io.c5c3.api.ovn;

import io.c5c3.api.common.BlockedBy;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the virtual network. Made by the operator for every node of an OVNCluster; a person writes the bridge mappings. */
@Group("ovn.c5c3.io")
@Version("v1alpha1")
@Plural("ovnchassis")
@ShortNames("chassis")
@AdditionalPrinterColumn(
        name = "Address",
        jsonPath = ".spec.encapsulation.ip",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Heartbeat",
        jsonPath = ".status.lastHeartbeat",
        type = AdditionalPrinterColumn.Type.DATE)
public final class OVNChassis extends CustomResource<OVNChassis.Spec, OVNChassis.Status> implements Namespaced {

    /**
     * Hostname, system id and address are the operator's; bridge mappings and the kind of tunnel are a person's.
     *
     * @param hostname the name of the node
     * @param systemId the name by which OVN knows the node
     * @param bridgeMappings those of this node, instead of the cluster's
     */
    @ValidationRule(
            value = "!has(self.bridgeMappings) || self.bridgeMappings.all(a, self.bridgeMappings.exists_one(b,"
                    + " b.physicalNetwork == a.physicalNetwork))",
            message = "bridgeMappings names a physicalNetwork twice: write each network once")
    public record Spec(
            @Required @Size(max = 253) String hostname,
            @Required @Pattern("^[A-Za-z0-9._-]{1,253}$") String systemId,

            @Size(max = 64) @Nullable List<BridgeMapping> bridgeMappings,
            @Required Encapsulation encapsulation) {}

    /** How tunnels are made. */
    public enum TunnelType {
        geneve,
        vxlan
    }

    /**
     * How packets travel between nodes, and the address of this one.
     *
     * @param ip where other nodes send packets to
     */
    public record Encapsulation(
            @Default("geneve") @Nullable TunnelType type,
            @Required @Pattern("^[0-9a-fA-F.:]+$") String ip) {}

    /**
     * What the operator observed.
     *
     * @param registeredAt when the southbound database first had the node
     * @param lastHeartbeat when its controller last answered
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String registeredAt,
            @Nullable String lastHeartbeat,
            @Nullable BlockedBy blockedBy) {}
}
