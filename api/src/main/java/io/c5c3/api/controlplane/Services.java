package io.c5c3.api.controlplane;

import io.c5c3.api.cinder.Cinder.Backend;
import io.c5c3.api.cinder.Cinder.Backup;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.common.Workers;
import io.c5c3.api.glance.Glance.Storage;
import io.c5c3.api.keystone.Keystone.Federation;
import io.c5c3.api.keystone.Keystone.Fernet;
import io.c5c3.api.neutron.Neutron.Ml2;
import io.c5c3.api.nova.Nova.Cell;
import io.c5c3.api.nova.Nova.ConsoleProxy;
import io.c5c3.api.nova.Nova.Scheduler;
import io.c5c3.api.nova.NovaCompute.VirtType;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The OpenStack services of the cloud. */
public record Services(
        @Default("{}") Keystone keystone,
        @Default("{}") Glance glance,
        @Default("{}") Placement placement,
        @Default("{}") Nova nova,
        @Default("{}") Neutron neutron,
        @Default("{}") Cinder cinder) {

    @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
    public Services {
        keystone = keystone == null
                ? new Keystone(null, null, null, null, null, null, null, null, null, null, null)
                : keystone;
        glance = glance == null ? new Glance(null, null, null, null, null, null, null, null) : glance;
        placement = placement == null ? new Placement(null, null, null, null, null, null, null) : placement;
        nova = nova == null
                ? new Nova(null, null, null, null, null, null, null, null, null, null, null, null, null)
                : nova;
        neutron = neutron == null ? new Neutron(null, null, null, null, null, null, null, null) : neutron;
        cinder = cinder == null ? new Cinder(null, null, null, null, null, null, null, null, null, null, null) : cinder;
    }

    /** What a plane says of each of its services. */
    public interface Wanted {
        /** Whether the plane has the service. */
        Boolean enabled();

        @Nullable
        Image image();

        @Nullable
        Map<String, Map<String, String>> customConfig();

        @Nullable
        Policy policyOverrides();

        @Nullable
        Exposure exposure();

        /** How its pods are placed, sized and stopped; see {@code kubectl explain keystone.spec.deployment}. */
        @Nullable
        Pods deployment();
    }

    /**
     * The identity service. Everything authenticates through it, so it is on unless it is switched off.
     *
     * @param enabled whether the plane has one; without it, none of the other services comes up
     * @param adminUser the first administrator, admin by default
     * @param adminPasswordSecretRef the Secret with the password of the first administrator; without it, one is made: {@code
     *     keystone-admin-credentials}
     */
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
            implements Wanted {
        public Keystone {
            enabled = enabled == null || enabled;
            replicas = replicas == null ? 1 : replicas;
        }
    }

    /**
     * The image service. Images are kept in Ceph if the plane has one, else as files on a volume.
     *
     * @param storage where images are kept, if it is to be said
     */
    public record Glance(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Storage storage,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {
        public Glance {
            enabled = enabled != null && enabled;
        }
    }

    /** The service that counts what hypervisors have to offer; Nova needs it. */
    public record Placement(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {
        public Placement {
            enabled = enabled != null && enabled;
        }
    }

    /**
     * The compute service: servers, cells, consoles, and the agents on hypervisors.
     *
     * @param api the API
     * @param scheduler chooses the host of a new server
     * @param conductor speaks to the database for those who must not
     * @param novncproxy screens of servers, in a browser
     * @param serialproxy serial lines of servers
     */
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
            implements Wanted {
        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Nova {
            enabled = enabled != null && enabled;
            compute = compute == null ? new Compute(null, null, null, null) : compute;
        }
    }

    /**
     * The agents on hypervisors, in the first cell; cells that name a computeRef have agents that somebody else makes.
     *
     * @param enabled whether the plane makes them
     * @param nodeSelector labels of the hypervisors; {@code node-role.kubernetes.io/hypervisor} by default
     * @param customConfig options of nova.conf on hypervisors, by section
     */
    public record Compute(
            @Default("true") Boolean enabled,
            @Nullable Map<String, String> nodeSelector,
            @Nullable VirtType virtType,
            @Nullable Map<String, Map<String, String>> customConfig) {
        public Compute {
            enabled = enabled == null || enabled;
        }
    }

    /**
     * The network service, on OVN.
     *
     * @param api the API
     */
    public record Neutron(
            @Default("false") Boolean enabled,
            @Nullable Workers api,
            @Nullable Ml2 ml2,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {
        public Neutron {
            enabled = enabled != null && enabled;
        }
    }

    /**
     * The volume service. Volumes are made in Ceph if the plane has one and no backends are named; so are backups of them, if they are on
     * and no place is.
     *
     * @param api the API
     * @param scheduler chooses the backend of a new volume
     * @param backends where volumes are made
     * @param defaultVolumeType the backend of volumes that name no type; without it, the scheduler chooses
     */
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
        public Cinder {
            enabled = enabled != null && enabled;
        }

        /** Whether there are to be backups, in a place that the plane may choose. */
        public boolean backsUpAnywhere() {
            return enabled && backup != null && backup.enabled() && backup.anywhere();
        }
    }
}
