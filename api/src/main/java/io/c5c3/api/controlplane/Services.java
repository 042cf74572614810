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

    /** Everything authenticates through Keystone, so it is on unless it is switched off. */
    /** What a plane says of each of its services. */
    public interface Wanted {
        Boolean enabled();

        @Nullable
        Image image();

        @Nullable
        Map<String, Map<String, String>> customConfig();

        @Nullable
        Policy policyOverrides();

        @Nullable
        Exposure exposure();

        @Nullable
        Pods deployment();
    }

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

    /** Images are kept in Ceph if the plane has one, else as files on a volume. */
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

    public record Placement(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

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

    /** The agents on hypervisors, in the first cell; cells that name a computeRef have agents that somebody else makes. */
    public record Compute(
            @Default("true") Boolean enabled,
            @Nullable Map<String, String> nodeSelector,
            @Nullable VirtType virtType,
            @Nullable Map<String, Map<String, String>> customConfig) {}

    public record Neutron(
            @Default("false") Boolean enabled,
            @Nullable Workers api,
            @Nullable Ml2 ml2,
            @Nullable Image image,
            @Nullable Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Nullable Exposure exposure,
            @Nullable Pods deployment)
            implements Wanted {}

    /** Volumes are made in Ceph if the plane has one and no backends are named; so are backups of them, if they are on and no place is. */
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
}
