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
import io.c5c3.api.common.LogsIn;
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
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The image service. */
@Group("glance.openstack.c5c3.io")
@Version("v1alpha1")
public class Glance extends CustomResource<Glance.Spec, Glance.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param storage where images are kept
     */
    @RecordBuilder
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
            implements ServiceSpec, LogsIn {

        @Override
        public Database mainDatabase() {
            return database;
        }

        @Override
        public int apiReplicas() {
            return replicas;
        }

        @Override
        public boolean apiOnOneNode() {
            return storage.backend() == Backend.file && storage.file().onOneNode();
        }
    }

    /**
     * Where images are kept: in a pool of Ceph, or as files on a volume.
     *
     * @param rbd the pool
     * @param file the volume
     * @param weight the weight of the first store, beside further ones: the highest is read from
     * @param stores further pools of the same Ceph
     */
    @ValidationRule(
            value = "self.backend == 'rbd' || !has(self.rbd)",
            message = "storage.rbd is for storage.backend: rbd; take it out, or write backend: rbd")
    @ValidationRule(
            value = "self.backend == 'rbd' || !has(self.stores) || size(self.stores) == 0",
            message = "storage.stores are further pools of Ceph; take them out, or write backend: rbd")
    @ValidationRule(
            value = "!has(self.stores) || self.stores.all(s, self.stores.exists_one(t, t.name == s.name))",
            message = "two of storage.stores have one name: give each a name of its own")
    @RecordBuilder
    public record Storage(
            @Default("file") Backend backend,
            @Nullable Rbd rbd,
            @Default("{}") FileStorage file,
            @Default("0") Integer weight,
            @Size(max = 8) List<Store> stores) {}

    /**
     * A further pool of the same Ceph, which people choose by its name when they upload, or copy images to. What is in several is read from
     * the one with the highest weight.
     *
     * @param name the name by which people choose it
     * @param pool images- and the name of the store, unless it is said
     * @param weight the highest is read from
     */
    @ValidationRule(
            value =
                    "!(self.name in ['barbican', 'cache', 'cors', 'database', 'default', 'file', 'healthcheck', 'profiler',"
                            + " 'rbd', 'task', 'vault', 'wsgi'])",
            message = "a store cannot be called as a part of Glance is: choose another name")
    @RecordBuilder
    public record Store(
            @Required @Size(max = 40) @Pattern("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")
            String name,

            @Size(max = 63) @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*$")
            String pool,

            @Default("0") Integer weight) {
        public Store {
            pool = pool == null || pool.isEmpty() ? "images-" + name : pool;
        }
    }

    /** What images are kept in. */
    public enum Backend {
        /** Files on a volume. */
        file,

        /** A pool of Ceph. */
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
