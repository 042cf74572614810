package io.c5c3.api.controlplane;

import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.controlplane.OpenStackControlPlane.Asked;
import io.c5c3.api.controlplane.OpenStackControlPlane.NetworkBackend;
import io.c5c3.api.controlplane.OpenStackControlPlane.StorageBackend;
import io.c5c3.api.controlplane.Services.Compute;
import io.c5c3.api.controlplane.Services.Wanted;
import io.c5c3.api.neutron.Neutron.Agents;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an OpenStackControlPlane says of services in other words than a ControlPlane. */
public final class OpenStackServices {

    private OpenStackServices() {}

    /** A service that is there unless it is switched off, and of which there is nothing more to say than of all. */
    public record Core(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The image service.
     *
     * @param storageType where images are kept; without it, in Ceph with {@code storageBackend: ceph}, else in files on a volume
     */
    public record Images(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable StorageType storageType,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /** Where images are kept. */
    public enum StorageType {
        /** In the plane's Ceph. */
        ceph,

        /** In files on a volume. */
        pvc,

        /** In object storage; not in this release, and refused. */
        swift
    }

    /**
     * The network service.
     *
     * @param mechanism what makes networks, if it is to be said twice: the same as networkBackend
     * @param agents with {@code networkBackend: ovs}, the switches and agents on the nodes
     */
    public record Networks(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable NetworkBackend mechanism,
            @Nullable Agents agents,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The compute service: servers, consoles, and the agents on hypervisors.
     *
     * @param replicas how many pods each of API, scheduler and conductor has
     */
    public record Servers(
            @Default("true") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Default("{}") Compute compute,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The volume service.
     *
     * @param replicas how many pods each of API and scheduler has
     * @param backends where volumes are made, the first if nobody says; without any, in the plane's Ceph
     */
    @ValidationRule(
            value = "!has(self.backends) || self.backends.all(b, self.backends.exists_one(c, c.name == b.name))",
            message = "two of cinder.backends have one name: give each a name of its own")
    public record Block(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Size(max = 8) List<VolumeBackend> backends,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * A place for volumes.
     *
     * @param name the volume type by which people choose it
     * @param type what keeps them
     */
    public record VolumeBackend(
            @Required @Size(max = 41) @Pattern("^[a-z0-9]([a-z0-9_-]{0,38}[a-z0-9])?$")
            String name,

            @Required StorageBackend type) {}

    /**
     * A service that this release does not have: it is skipped, and a condition says so.
     *
     * @param replicas how many pods it would have
     */
    public record Later(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas) implements Asked {}
}
