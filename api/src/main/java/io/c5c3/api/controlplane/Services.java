package io.c5c3.api.controlplane;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cinder.Cinder.Backend;
import io.c5c3.api.cinder.Cinder.Backup;
import io.c5c3.api.common.ApiPart;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.Workers;
import io.c5c3.api.glance.Glance.Storage;
import io.c5c3.api.keystone.Keystone.Federation;
import io.c5c3.api.keystone.Keystone.Fernet;
import io.c5c3.api.neutron.Neutron.Agents;
import io.c5c3.api.neutron.Neutron.Ml2;
import io.c5c3.api.nova.Nova.Cell;
import io.c5c3.api.nova.Nova.ConsoleProxy;
import io.c5c3.api.nova.Nova.Scheduler;
import io.c5c3.api.nova.NovaCompute.VirtType;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The OpenStack services of the cloud.
 *
 * @param placement the service that counts what hypervisors have to offer; Nova needs it
 * @param barbican keeps keys and other secrets of users
 * @param heat makes and clears away what templates describe
 * @param horizon the dashboard
 * @param skyline the newer dashboard, beside the other or instead of it; it needs Neutron
 */
@RecordBuilder
public record Services(
        @Default("{}") Keystone keystone,
        @Default("{}") Glance glance,
        @Default("{}") Plain placement,
        @Default("{}") Plain barbican,
        @Default("{}") Nova nova,
        @Default("{}") Neutron neutron,
        @Default("{}") Cinder cinder,
        @Default("{}") Heat heat,
        @Default("{}") Dashboard horizon,
        @Default("{}") Dashboard skyline) {

    /** What is said of a service, which has the name of a component. */
    public Wanted of(OpenStackService service) {
        try {
            return (Wanted) Services.class.getMethod(service.id()).invoke(this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A plane has no word for " + service.id(), e);
        }
    }

    /** What a plane says of each of its services. */
    public interface Wanted extends OpenStackControlPlane.Asked {
        /** Whether the plane has the service. */
        @Override
        Boolean enabled();

        /** How many pods serve its API, where that is said in one word. */
        default @Nullable Integer replicas() {
            return null;
        }

        @Nullable
        Image image();

        @Nullable
        Map<String, Map<String, String>> customConfig();

        default @Nullable Policy policyOverrides() {
            return null;
        }

        @Nullable
        Exposure exposure();

        /** How its pods are placed, sized and stopped; see {@code kubectl explain keystone.spec.deployment}. */
        @Nullable
        Pods deployment();

        /** What is said of another of its APIs, by the name of that part. */
        default @Nullable ApiPart further(String part) {
            return null;
        }
    }

    /**
     * The identity service. Everything authenticates through it, so it is on unless it is switched off.
     *
     * @param enabled whether the plane has one; without it, none of the other services comes up
     * @param adminUser the first administrator, admin by default
     * @param adminPasswordSecretRef the Secret with the password of the first administrator; without it, one is made: {@code
     *     keystone-admin-credentials}
     */
    @RecordBuilder
    public record Keystone(
            @Default("true") Boolean enabled,
            @Min(0) @Default("1") Integer replicas,
            @Nullable Image image,
            @Nullable String adminUser,
            @Nullable SecretKeyRef adminPasswordSecretRef,
            @Nullable Fernet fernet,
            @Nullable Federation federation,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The image service. Images are kept in Ceph if the plane has one, else as files on a volume.
     *
     * @param storage where images are kept, if it is to be said
     */
    @RecordBuilder
    public record Glance(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Storage storage,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /** A service of which there is nothing more to say than of all. */
    @RecordBuilder
    public record Plain(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /** A service for browsers, which asks the others as whoever has logged in: it has no rules of its own. */
    @RecordBuilder
    public record Dashboard(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The compute service: servers, cells, consoles, and the agents on hypervisors.
     *
     * @param api the API
     * @param scheduler chooses the host of a new server
     * @param conductor speaks to the database for those who must not
     * @param novncproxy screens of servers, in a browser
     * @param serialproxy serial lines of servers
     */
    @RecordBuilder
    public record Nova(
            @Default("false") Boolean enabled,
            @Nullable Workers api,
            @Nullable Scheduler scheduler,
            @Nullable Workers conductor,
            @Nullable ConsoleProxy novncproxy,
            @Nullable ConsoleProxy serialproxy,
            @Nullable List<Cell> cells,
            @Default("{}") Compute compute,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The agents on hypervisors, in the first cell; cells that name a computeRef have agents that somebody else makes.
     *
     * @param enabled whether the plane makes them
     * @param nodeSelector labels of the hypervisors; {@code node-role.kubernetes.io/hypervisor} by default
     * @param customConfig options of nova.conf on hypervisors, by section
     */
    @RecordBuilder
    public record Compute(
            @Default("true") Boolean enabled,
            @Nullable Map<String, String> nodeSelector,
            @Nullable VirtType virtType,
            @Nullable Map<String, Map<String, String>> customConfig) {}

    /**
     * The network service, on an OVN of the plane's own unless {@code ml2.mechanismDrivers} names something else.
     *
     * @param api the API
     * @param agents with {@code ml2.mechanismDrivers: [openvswitch]}, the switches and agents on the nodes
     */
    @RecordBuilder
    public record Neutron(
            @Default("false") Boolean enabled,
            @Nullable Workers api,
            @Nullable Ml2 ml2,
            @Nullable Agents agents,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /**
     * The volume service. Volumes are made in Ceph if the plane has one and no backends are named; so are backups of them, if they are on
     * and no place is.
     *
     * @param api the API
     * @param scheduler chooses the backend of a new volume
     * @param backends where volumes are made
     * @param defaultVolumeType the backend of volumes that name no type; without it, the scheduler chooses
     */
    @RecordBuilder
    public record Cinder(
            @Default("false") Boolean enabled,
            @Nullable Workers api,
            @Nullable Workers scheduler,
            @Nullable List<Backend> backends,
            @Nullable String defaultVolumeType,
            @Nullable Backup backup,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {

        /** Whether there are to be backups, in a place that the plane may choose. */
        public boolean backsUpAnywhere() {
            return enabled && backup != null && backup.enabled() && backup.anywhere();
        }
    }

    /**
     * Stacks.
     *
     * @param cfn the API that guests signal to and read from; without an exposure, none outside the cluster reaches it
     * @param engine makes what templates describe
     */
    @RecordBuilder
    public record Heat(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable ApiPart cfn,
            @Nullable Workers engine,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {

        @Override
        public @Nullable ApiPart further(String part) {
            return cfn;
        }
    }
}
