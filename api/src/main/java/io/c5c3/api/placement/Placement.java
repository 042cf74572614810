package io.c5c3.api.placement;

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
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What resources there are and who took them. */
@Group("placement.openstack.c5c3.io")
@Version("v1alpha1")
public class Placement extends CustomResource<Placement.Spec, Placement.Status> implements Namespaced {

    /** What a person writes. */
    @RecordBuilder
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Cache cache,
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

        @Override
        public Database mainDatabase() {
            return database;
        }

        @Override
        public int apiReplicas() {
            return replicas;
        }
    }

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
