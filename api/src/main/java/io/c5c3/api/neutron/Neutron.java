package io.c5c3.api.neutron;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.LogsIn;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.NodeUse;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.UsesNodes;
import io.c5c3.api.common.Uwsgi;
import io.c5c3.api.common.Workers;
import io.c5c3.api.ovn.BridgeMapping;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The network service. */
@Group("neutron.openstack.c5c3.io")
@Version("v1alpha1")
public class Neutron extends CustomResource<Neutron.Spec, Neutron.Status> implements Namespaced, UsesNodes {

    /**
     * What a person writes.
     *
     * @param api the API
     * @param rpc speaks to agents over the queue
     * @param periodic does what is due from time to time
     * @param maintenance keeps the databases of Neutron and OVN alike
     */
    @ValidationRule(
            value = "!has(self.agents.bridgeMappings) || 'openvswitch' in self.ml2.mechanismDrivers",
            message = "agents.bridgeMappings is for ml2.mechanismDrivers: [openvswitch]; with ovn, write"
                    + " controller.bridgeMappings of the OVNCluster")
    @RecordBuilder
    public record Spec(
            @Default("{}") Workers api,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") Messaging messaging,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Cache cache,
            @Default("{}") Workers rpc,
            @Default("{}") Workers periodic,
            @Default("{}") Workers maintenance,
            @Default("{}") Ovn ovn,
            @Default("{}") Ml2 ml2,
            @Default("{}") Agents agents,
            @Default("{}") MetadataAgent metadataAgent,
            @Default("{}") Uwsgi uwsgi,
            Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Default("{}") Tls tls,
            Exposure exposure,
            @Default("{}") NetworkRules networkPolicy,
            Autoscaling autoscaling,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy)
            implements ServiceSpec, LogsIn {

        /** Whether networks are made by agents of Neutron's own. */
        public boolean ownAgents() {
            return ml2.mechanismDrivers().contains("openvswitch");
        }

        @Override
        public Database mainDatabase() {
            return database;
        }

        @Override
        public int apiReplicas() {
            return api.replicas();
        }

        @Override
        public Pods apiPods() {
            return api.pods(deployment);
        }
    }

    /**
     * The network that carries the tenants' networks: that of an OVNCluster, or one whose databases are named. With neither, the only
     * OVNCluster of the namespace.
     *
     * @param enabled has to be true with {@code mechanismDrivers: [ovn]}
     * @param clusterRef the OVNCluster
     * @param nbConnection the northbound database, such as ssl:10.0.0.1:6641
     * @param sbConnection the southbound database, such as ssl:10.0.0.1:6642
     * @param tlsSecretRef the Secret with tls.crt, tls.key and ca.crt, for connections that begin with ssl:
     */
    @ValidationRule(
            value = "has(self.nbConnection) == has(self.sbConnection)",
            message = "write both ovn.nbConnection and ovn.sbConnection, or neither and ovn.clusterRef")
    @RecordBuilder
    public record Ovn(
            @Default("true") Boolean enabled,
            @Nullable ClusterRef clusterRef,

            @Pattern("^(tcp|ssl):\\S+$") @Nullable String nbConnection,
            @Pattern("^(tcp|ssl):\\S+$") @Nullable String sbConnection,
            @Nullable SecretRef tlsSecretRef) {}

    /**
     * An OVNCluster, which need not be in this namespace.
     *
     * @param name the name of the OVNCluster
     * @param namespace the namespace of the OVNCluster; without it, this one, and with another a ReferenceGrant is needed there
     */
    @RecordBuilder
    public record ClusterRef(
            @Required String name, @Nullable String namespace) {}

    /** The extensions of ports, networks and subnets that Neutron 27 knows. */
    private static final String EXTENSIONS =
            "['data_plane_status', 'dns', 'dns_domain_keywords', 'dns_domain_ports', 'port_device_profile',"
                    + " 'port_hardware_offload_type', 'port_hint_ovs_tx_steering', 'port_hints',"
                    + " 'port_numa_affinity_policy', 'port_security', 'port_trusted', 'qos',"
                    + " 'subnet_dns_publish_fixed_ip', 'tag_ports_during_bulk_creation', 'uplink_status_propagation',"
                    + " 'uplink_status_propagation_updatable']";

    /**
     * How networks are made.
     *
     * @param typeDrivers the types of networks there can be
     * @param tenantNetworkTypes what networks of people without special rights are, the first with room left
     * @param mechanismDrivers who carries them: ovn, or openvswitch with agents on the nodes; with either, sriovnicswitch for cards that
     *     guests are given a part of
     * @param extensionDrivers what ports and networks can be told beyond the core
     * @param flatNetworks physical networks that can be used without a tag; all by default
     * @param vlanRanges physical networks with their VLANs, such as physnet1:100:199
     */
    @ValidationRule(
            value = "self.mechanismDrivers.all(d, d in ['ovn', 'openvswitch', 'sriovnicswitch'])",
            message = "ml2.mechanismDrivers must be of ovn, openvswitch and sriovnicswitch")
    @ValidationRule(
            value = "!('ovn' in self.mechanismDrivers && 'openvswitch' in self.mechanismDrivers)",
            message =
                    "ml2.mechanismDrivers names ovn and openvswitch, which would both tell the nodes' switches what to"
                            + " do: write one of them")
    @ValidationRule(
            value = "self.typeDrivers.all(d, d in ['geneve', 'vlan', 'flat', 'local', 'vxlan', 'gre'])",
            message = "ml2.typeDrivers must be of geneve, vlan, flat, local, vxlan and gre")
    @ValidationRule(
            value = "self.tenantNetworkTypes.all(t, t in self.typeDrivers)",
            message = "ml2.tenantNetworkTypes must be among ml2.typeDrivers")
    @ValidationRule(
            value = "self.extensionDrivers.all(d, d in " + EXTENSIONS + ")",
            message = "ml2.extensionDrivers must be of " + EXTENSIONS)
    @RecordBuilder
    public record Ml2(
            @Size(max = 16) @Default("[\"geneve\", \"vlan\", \"flat\"]")
            List<String> typeDrivers,

            @Size(max = 16) @Default("[\"geneve\"]") List<String> tenantNetworkTypes,
            @Size(max = 16) @Default("[\"ovn\"]") List<String> mechanismDrivers,

            @Size(max = 32) @Default("[\"port_security\", \"qos\", \"dns_domain_ports\"]")
            List<String> extensionDrivers,

            @Default("[\"*\"]") List<String> flatNetworks,
            List<String> vlanRanges) {}

    /**
     * With {@code mechanismDrivers: [openvswitch]}, a switch on each node and the agents that tell it what to do: for ports, for routers, and
     * for addresses.
     *
     * @param nodeSelector labels of the nodes they run on
     * @param bridgeMappings by which bridges the nodes reach provider networks
     * @param switchImage the image of the switches
     * @param deployment how the agents' pods are placed and sized
     */
    @RecordBuilder
    public record Agents(
            @Default("{\"node-role.kubernetes.io/hypervisor\": \"\"}")
            Map<String, String> nodeSelector,

            @Size(max = 64) List<BridgeMapping> bridgeMappings,
            @Default("{}") Image switchImage,
            @Default("{}") Pods deployment) {}

    /**
     * The agent on hypervisors through which guests ask for their metadata.
     *
     * @param enabled whether it runs
     * @param sharedSecretRef what the agent signs requests to Nova with; that of the namespace's Nova by default
     * @param novaMetadataHost where Nova's metadata API is; that of the namespace's Nova by default
     */
    @RecordBuilder
    public record MetadataAgent(
            @Default("true") Boolean enabled,

            @Default("{\"node-role.kubernetes.io/hypervisor\": \"\"}")
            Map<String, String> nodeSelector,

            @Nullable SecretKeyRef sharedSecretRef,

            @Pattern("^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$") @Nullable
            String novaMetadataHost,

            @Default("{}") Pods deployment) {}

    @Override
    public List<NodeUse> nodeUses() {
        var uses = new ArrayList<NodeUse>();
        if (spec.ownAgents()) {
            uses.add(new NodeUse(NodeUse.SWITCH, "neutron", "ovs", spec.agents().nodeSelector()));
        }
        if (spec.metadataAgent().enabled()) {
            var selector = new TreeMap<>(spec.metadataAgent().nodeSelector());
            selector.putAll(spec.metadataAgent().deployment().nodeSelector());
            uses.add(new NodeUse(
                    NodeUse.METADATA, "neutron", spec.ownAgents() ? "metadata-agent" : "ovn-agent", selector));
        }
        return uses;
    }

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
