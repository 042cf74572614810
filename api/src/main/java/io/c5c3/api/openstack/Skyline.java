package io.c5c3.api.openstack;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
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

/** The newer dashboard: pages that speak with the services of the namespace themselves, and an API that looks after logins. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Plural("skylines")
public final class Skyline extends CustomResource<Skyline.Spec, Skyline.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param database where it keeps which logins have ended, and settings that were made in its pages
     * @param keystone as whom it asks Keystone about its users: an administrator, by a password, since it takes no application credential.
     *     The Secret holds username, password, project_name, user_domain_name and project_domain_name, as those that a plane makes do
     * @param customConfig options of skyline.yaml, by section: default, openstack and setting; a value that is JSON is taken as such
     */
    @RecordBuilder
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") KeystoneAuth keystone,
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
