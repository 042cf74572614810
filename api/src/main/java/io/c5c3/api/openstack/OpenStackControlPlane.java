package io.c5c3.api.openstack;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.controlplane.Services;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cloud, in the words of openstack.k8s.io: all parts are of that group, core services are on unless they are switched off, and all
 * others are off unless they are switched on.
 */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@ShortNames("oscp")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Progress", jsonPath = ".status.progress", type = AdditionalPrinterColumn.Type.STRING)
public final class OpenStackControlPlane extends CustomResource<OpenStackControlPlane.Spec, ControlPlane.Status>
        implements Namespaced {

    /** What a person writes. */
    public record Spec(
            @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$") @Default("RegionOne")
            String region,

            @Nullable StorageBackend storageBackend,
            @Default("ovn") NetworkBackend networkBackend,
            @Default("{}") Tls tls,
            @Default("{}") ControlPlane.Monitoring monitoring,
            @Default("{}") Infrastructure.MariaDB mariadb,
            @Default("{}") Infrastructure.RabbitMQ rabbitmq,
            @Default("{}") Infrastructure.Memcached memcached,
            Infrastructure.@Nullable Ceph ceph,
            @Default("{}") Infrastructure.Ovn ovn,
            @Default("{}") Core keystone,
            @Default("{}") Glance glance,
            @Default("{}") Core placement,
            @Default("{}") Neutron neutron,
            @Default("{}") Nova nova,
            @Default("{}") Cinder cinder,
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /** Where images, disks and volumes are kept: in Ceph, or on the node itself. */
    public enum StorageBackend {
        ceph,
        lvm
    }

    /** What networks are made of. */
    public enum NetworkBackend {
        ovn,
        ovs
    }

    /** A core service. */
    public record Core(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure) {}

    /** The image service. */
    public record Glance(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable StorageType storageType,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure) {}

    /** Where images are kept: in Ceph, or on a volume. */
    public enum StorageType {
        ceph,
        pvc,
        swift
    }

    /** The network service. */
    public record Neutron(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable NetworkBackend mechanism,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure) {}

    /** The compute service. */
    public record Nova(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Default("{}") Services.Compute compute,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure) {}

    /** The volume service. */
    public record Cinder(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Size(max = 32) @Nullable List<Backend> backends,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure) {}

    /** A place for volumes. */
    public record Backend(
            @Required @Size(max = 41) @Pattern("^[a-z0-9]([a-z0-9_-]{0,38}[a-z0-9])?$")
            String name,

            @Required StorageBackend type) {}
}
