package io.c5c3.api.glance;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.common.FileStorage;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Purge;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The image service. */
@Group("glance.openstack.c5c3.io")
@Version("v1alpha1")
public final class Glance extends CustomResource<Glance.Spec, Glance.Status> implements Namespaced {

    /** What a person writes. */
    public record Spec(
            @Min(0) @Default("1") Integer replicas,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Cache cache,
            @Default("{}") Storage storage,
            @Default("{}") Uwsgi uwsgi,
            @Default("{}") Purge purge,
            Map<String, Map<String, String>> customConfig,
            @Nullable Policy policyOverrides,
            @Default("{}") Tls tls,
            Exposure exposure,
            @Default("{}") NetworkRules networkPolicy,
            Autoscaling autoscaling,
            @Default("{}") Pods deployment,
            List<Dependency> dependsOn,
            @Default("Retain") DeletionPolicy deletionPolicy)
            implements ServiceSpec {

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Spec {
            replicas = replicas == null ? 1 : replicas;
            image = image == null ? Image.UNSET : image;
            database = database == null ? Database.UNSET : database;
            keystone = keystone == null ? KeystoneAuth.UNSET : keystone;
            cache = cache == null ? Cache.UNSET : cache;
            storage = storage == null ? new Storage(null, null, null) : storage;
            uwsgi = uwsgi == null ? Uwsgi.DEFAULT : uwsgi;
            purge = purge == null ? Purge.DEFAULT : purge;
            customConfig = customConfig == null ? Map.of() : customConfig;
            tls = tls == null ? Tls.OFF : tls;
            exposure = exposure == null ? Exposure.NONE : exposure;
            networkPolicy = networkPolicy == null ? NetworkRules.DEFAULT : networkPolicy;
            autoscaling = autoscaling == null ? Autoscaling.OFF : autoscaling;
            deployment = deployment == null ? Pods.DEFAULT : deployment;
            dependsOn = dependsOn == null ? List.of() : dependsOn;
            deletionPolicy = deletionPolicy == null ? DeletionPolicy.Retain : deletionPolicy;
        }

        @Override
        public Database mainDatabase() {
            return database;
        }

        @Override
        public int apiReplicas() {
            return replicas;
        }
    }

    /** Where images are kept: in a pool of Ceph, or as files on a volume. */
    @ValidationRule(
            value = "self.backend == 'rbd' || !has(self.rbd)",
            message = "storage.rbd is for storage.backend: rbd; take it out, or write backend: rbd")
    public record Storage(
            @Default("file") Backend backend,
            @Nullable Rbd rbd,
            @Default("{}") FileStorage file) {
        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Storage {
            backend = backend == null ? Backend.file : backend;
            file = file == null ? FileStorage.DEFAULT : file;
        }
    }

    public enum Backend {
        file,
        rbd
    }

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable BlockedBy blockedBy) {}
}
