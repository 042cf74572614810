package io.c5c3.api.controlplane;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Written;
import io.c5c3.api.controlplane.OpenStackServices.Block;
import io.c5c3.api.controlplane.OpenStackServices.Core;
import io.c5c3.api.controlplane.OpenStackServices.Images;
import io.c5c3.api.controlplane.OpenStackServices.Later;
import io.c5c3.api.controlplane.OpenStackServices.Networks;
import io.c5c3.api.controlplane.OpenStackServices.Servers;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cloud, asked for in one flat list of services. It is the same cloud that a ControlPlane asks for; its parts are of the group
 * openstack.k8s.io.
 */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@ShortNames("oscp")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Progress", jsonPath = ".status.progress", type = AdditionalPrinterColumn.Type.STRING)
public final class OpenStackControlPlane
        extends CustomResource<OpenStackControlPlane.Spec, OpenStackControlPlane.Status> implements Namespaced, Plane {

    @JsonProperty
    @SchemaFrom(type = Spec.class)
    @SuppressWarnings("HidingField") // so that Jackson sees this one, and not the typed one
    private @Nullable Written<Spec> spec;

    @JsonSetter("spec")
    @SuppressWarnings({"NullAway", "unused"}) // a resource without a spec has none; Jackson calls it
    private void read(@Nullable Written<Spec> written) {
        spec = written;
        super.spec = written == null ? null : written.value();
    }

    @Override
    @JsonIgnore
    public Spec getSpec() {
        return super.getSpec();
    }

    @Override
    @JsonIgnore
    public void setSpec(Spec made) {
        read(Written.of(made));
    }

    @Override
    public List<String> mistakes() {
        return spec == null ? List.of() : spec.mistakes();
    }

    /**
     * What a person writes. Keystone, Glance, Placement, Neutron and Nova are there unless they are switched off, all others only if they are
     * switched on. What a service cannot do without has to be on, too: otherwise it is skipped, and a condition says why.
     *
     * @param region the name of the only region
     * @param storageBackend where images, volumes and the disks of servers are; without it, images are files on a volume, and there are no
     *     volumes for servers
     * @param networkBackend what makes the networks of servers
     * @param tls encryption of all services and of what they stand on
     * @param rabbitmq the message queue; made with its defaults when a service that needs it is on and nothing is written
     * @param ceph which Ceph, with {@code storageBackend: ceph}; without it, Rook's where that is installed, else a small one of the plane's own
     * @param placement the service that counts what hypervisors have to offer; Nova needs it
     * @param barbican keeps keys and other secrets of users
     * @param heat makes whole sets of servers, networks and volumes from a template
     * @param swift object storage
     * @param octavia load balancers; needs nova, neutron and glance
     * @param designate names of servers in DNS; needs neutron
     * @param manila shared file systems; needs neutron
     * @param ironic servers that are whole machines; needs glance and neutron
     * @param magnum clusters of Kubernetes; needs nova, neutron and heat
     * @param trove databases for users; needs nova, neutron and cinder
     * @param ceilometer measures what is used
     * @param aodh raises alarms; needs ceilometer
     * @param masakari brings servers of a lost hypervisor up on another; needs nova
     * @param mistral workflows
     * @param tacker network functions; needs nova, neutron and heat
     * @param cyborg accelerators; needs nova and placement
     * @param blazar reservations; needs nova
     * @param zun containers; needs neutron
     * @param cloudkitty what users have to pay; needs ceilometer
     * @param watcher looks for a better place for servers; needs nova and ceilometer
     * @param vitrage looks for the cause of alarms; needs ceilometer and aodh
     * @param zaqar messages between programs of users
     * @param freezer backups; needs swift
     * @param venus logs
     * @param adjutant what users may ask administrators for
     * @param storlets programs that run where objects are; needs swift
     * @param horizon the dashboard
     * @param skyline the other dashboard
     */
    @ValidationRule(
            value = "!has(self.ceph) || (has(self.storageBackend) && self.storageBackend == 'ceph')",
            message = "ceph is for storageBackend: ceph; write that too, or take ceph out")
    @ValidationRule(
            value = "self.networkBackend == 'ovn' || !has(self.ovn.bridgeMappings)",
            message = "ovn.bridgeMappings is for networkBackend: ovn; with ovs, write neutron.agents.bridgeMappings")
    @ValidationRule(
            value = "self.networkBackend == 'ovs' || !has(self.neutron.agents)",
            message = "neutron.agents is for networkBackend: ovs; with ovn, write ovn.bridgeMappings")
    public record Spec(
            @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$") @Default("RegionOne")
            String region,

            @Nullable StorageBackend storageBackend,
            @Default("ovn") NetworkBackend networkBackend,
            @Default("{}") Tls tls,
            @Default("{}") ControlPlane.Monitoring monitoring,
            @Default("{}") Infrastructure.MariaDB mariadb,
            Infrastructure.@Nullable RabbitMQ rabbitmq,
            @Default("{}") Infrastructure.Memcached memcached,
            Infrastructure.@Nullable Ceph ceph,
            @Default("{}") Infrastructure.Ovn ovn,
            @Default("{}") Services.Keystone keystone,
            @Default("{}") Services.Plain barbican,
            @Default("{}") Images glance,
            @Default("{}") Core placement,
            @Default("{}") Networks neutron,
            @Default("{}") Servers nova,
            @Default("{}") Block cinder,
            @Default("{}") Services.Heat heat,
            @Default("{}") Later swift,
            @Default("{}") Later octavia,
            @Default("{}") Later designate,
            @Default("{}") Later manila,
            @Default("{}") Later ironic,
            @Default("{}") Later magnum,
            @Default("{}") Later trove,
            @Default("{}") Later ceilometer,
            @Default("{}") Later aodh,
            @Default("{}") Later masakari,
            @Default("{}") Later mistral,
            @Default("{}") Later tacker,
            @Default("{}") Later cyborg,
            @Default("{}") Later blazar,
            @Default("{}") Later zun,
            @Default("{}") Later cloudkitty,
            @Default("{}") Later watcher,
            @Default("{}") Later vitrage,
            @Default("{}") Later zaqar,
            @Default("{}") Later freezer,
            @Default("{}") Later venus,
            @Default("{}") Later adjutant,
            @Default("{}") Later storlets,
            @Default("{}") Services.Dashboard horizon,
            @Default("{}") Services.Dashboard skyline,
            @Default("Retain") DeletionPolicy deletionPolicy) {

        /** Whether the service is asked for, which has the name of a component. */
        public boolean asksFor(KnownService service) {
            try {
                return ((Asked) Spec.class.getMethod(service.id()).invoke(this)).enabled();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("A plane has no word for " + service.id(), e);
            }
        }
    }

    /** Where images, volumes and the disks of servers are. */
    public enum StorageBackend {
        /** A Ceph. */
        ceph,

        /** Volumes of one node; not in this release, and refused. */
        lvm
    }

    /** What makes the networks of servers. */
    public enum NetworkBackend {
        /** An OVN of the plane's own. */
        ovn,

        /** Neutron's own agents and a switch on each node. */
        ovs
    }

    /** What can be switched on. */
    public interface Asked {
        /** Whether the plane has the service. */
        Boolean enabled();
    }

    /**
     * What the operator observed.
     *
     * @param phase the first phase with something left to do: Infrastructure, Identity, CoreServices, ExtendedServices or Dashboards; Ready
     *     after the last
     * @param progress how many parts are ready, of how many
     * @param endpoint where people log in: the endpoint of Keystone
     * @param updatePhase UpdatingKeystone or UpdatingServices while pods of another release than the one asked for are installed, else Idle
     * @param services how each part is, by its kind in small letters
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String phase,
            @Nullable String progress,
            @Nullable String endpoint,
            @Nullable String updatePhase,
            @Nullable Map<String, ControlPlane.ServiceStatus> services,
            @Nullable BlockedBy blockedBy) {}
}
