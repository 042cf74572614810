package io.c5c3.api.openstack;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Cron;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.LogsIn;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.c5c3.api.common.Workers;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
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

/** Keys and other secrets of the cloud's users, each encrypted with a key of its project. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Plural("barbicans")
public final class Barbican extends CustomResource<Barbican.Spec, Barbican.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param worker the pods that make keys which were ordered
     * @param keystoneListener the pods that delete what a project kept once Keystone tells them that the project is gone, for which
     *     Keystone's {@code notifications} have to name this service's queue, as they do in a plane
     */
    @RecordBuilder
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Workers worker,
            @Default("{}") Workers keystoneListener,
            @Default("{}") EncryptionKeys encryptionKeys,
            @Default("{}") Database database,
            @Default("{}") Messaging messaging,
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

    /**
     * Keys that encrypt the keys of all projects, in a Secret of their own. A rotation replaces the pods, one after the other, and then
     * encrypts the keys of all projects anew.
     *
     * @param maxActiveKeys how many there are at once: the one that encrypts, the one that is to follow it, and those before it, without which
     *     nobody can read a database that comes back from a backup
     */
    @ValidationRule(
            value = "self.rotationSchedule" + Cron.MATCHES,
            message = "encryptionKeys.rotationSchedule" + Cron.MESSAGE)
    @RecordBuilder
    public record EncryptionKeys(
            @Size(max = Cron.LONGEST) @Default("0 0 1 * *") String rotationSchedule,

            @Min(3) @Max(50) @Default("4") Integer maxActiveKeys,
            @Default("false") Boolean suspend) {}

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
