package io.c5c3.api.openstack;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dashboard: the cloud in a browser, for whoever has a user in it. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Plural("horizons")
public final class Horizon extends CustomResource<Horizon.Spec, Horizon.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param cache where sessions are kept; without a cache, in browsers
     * @param customConfig settings, laid over the operator's: in the section DEFAULT those that are one value, as DEFAULT/SITE_BRANDING, in a
     *     section of its name one that has entries, as OPENSTACK_NEUTRON_NETWORK/enable_ipv6; a value that is JSON is taken as such
     */
    @RecordBuilder
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Identity keystone,
            @Default("{}") Cache cache,
            @Default("{}") Uwsgi uwsgi,
            Map<String, Map<String, String>> customConfig,
            @Default("{}") Tls tls,
            Exposure exposure,
            @Default("{}") NetworkRules networkPolicy,
            Autoscaling autoscaling,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy)
            implements ServiceSpec {

        @Override
        public int apiReplicas() {
            return replicas;
        }
    }

    /**
     * Where people log in. Without {@code authUrl}, at the only Keystone of the namespace.
     *
     * @param authUrl the URL of Keystone, with /v3
     * @param defaultDomain the domain of users who name none
     */
    @RecordBuilder
    public record Identity(
            @Pattern("^https?://\\S+$") @Nullable String authUrl,
            @Default("Default") String defaultDomain) {}

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
