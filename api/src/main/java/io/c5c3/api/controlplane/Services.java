package io.c5c3.api.controlplane;

import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.keystone.Keystone.Federation;
import io.c5c3.api.keystone.Keystone.Fernet;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The OpenStack services of the cloud. */
public record Services(
        @Default("{}") Keystone keystone,
        @Nullable Service glance,
        @Nullable Service placement,
        @Nullable Nova nova,
        @Nullable Neutron neutron,
        @Nullable Cinder cinder) {

    @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
    public Services {
        keystone = keystone == null
                ? new Keystone(null, null, null, null, null, null, null, null, null, null, null)
                : keystone;
    }

    /** Everything authenticates through Keystone, so it is on unless it is switched off. */
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
            @Nullable Pods deployment) {
        public Keystone {
            enabled = enabled == null || enabled;
            replicas = replicas == null ? 1 : replicas;
        }
    }

    public record Service(
            @Default("false") Boolean enabled,
            @Min(0) @Nullable Integer replicas,
            @Nullable Image image) {
        public Service {
            enabled = enabled != null && enabled;
        }
    }

    public record Nova(
            @Default("false") Boolean enabled,
            @Nullable Replicas api,
            @Nullable Replicas scheduler,
            @Nullable Replicas conductor,
            @Nullable Image image) {
        public Nova {
            enabled = enabled != null && enabled;
        }
    }

    public record Neutron(
            @Default("false") Boolean enabled,
            @Nullable Replicas api,
            @Nullable Image image) {
        public Neutron {
            enabled = enabled != null && enabled;
        }
    }

    public record Cinder(
            @Default("false") Boolean enabled,
            @Nullable Replicas api,
            @Nullable Replicas scheduler,
            @Nullable Image image) {
        public Cinder {
            enabled = enabled != null && enabled;
        }
    }

    public record Replicas(@Min(0) @Default("1") Integer replicas) {
        public Replicas {
            replicas = replicas == null ? 1 : replicas;
        }
    }
}
