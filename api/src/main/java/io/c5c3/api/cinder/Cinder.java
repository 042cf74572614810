package io.c5c3.api.cinder;

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
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Purge;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.ServiceSpec;
import io.c5c3.api.common.Tls;
import io.c5c3.api.common.Uwsgi;
import io.c5c3.api.common.Workers;
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

/** The volume service. */
@Group("cinder.openstack.c5c3.io")
@Version("v1alpha1")
public class Cinder extends CustomResource<Cinder.Spec, Cinder.Status> implements Namespaced {

    /**
     * What a person writes.
     *
     * @param api the API
     * @param scheduler chooses the backend that a new volume is made in
     * @param backends where volumes are made; without any, none can be
     * @param defaultVolumeType the backend of volumes that name no type; without it, the scheduler chooses
     */
    @ValidationRule(
            value = "!has(self.backends) || self.backends.all(b, self.backends.exists_one(c, c.name == b.name))",
            message = "backends must have names of their own; two have the same")
    @ValidationRule(
            value = "!has(self.defaultVolumeType) || (has(self.backends) && self.backends.exists(b, b.name =="
                    + " self.defaultVolumeType))",
            message = "defaultVolumeType must be the name of one of the backends")
    @RecordBuilder
    public record Spec(
            @Default("{}") Workers api,
            @Default("{}") Workers scheduler,
            @Default("{}") Image image,
            @Default("{}") Database database,
            @Default("{}") Messaging messaging,
            @Default("{}") KeystoneAuth keystone,
            @Default("{}") Cache cache,
            @Size(max = 32) List<Backend> backends,
            @Size(max = 41) @Nullable String defaultVolumeType,
            @Default("{}") Backup backup,
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
            return api.replicas();
        }

        @Override
        public Pods apiPods() {
            return api.pods(deployment);
        }
    }

    /**
     * A place where volumes are made, served by a volume service of its own.
     *
     * @param name also of the volume type by which people choose it
     * @param driver the Python class of the driver; {@code cinder.volume.drivers.rbd.RBDDriver} for Ceph
     * @param rbd the pool of Ceph, for the RBD driver
     * @param options options of the driver, as cinder.conf names them
     * @param secretOptionsRef a Secret with those options of the driver that are secret: each key is an option
     * @param privileged whether the driver mounts or attaches on the node, which takes root; none that only speaks to its storage does
     * @param deployment how its pods are placed and sized; without it, as those of the whole service
     */
    @ValidationRule(
            value = "self.driver != '" + Backend.RBD + "' || has(self.rbd)",
            message = "a backend with the RBD driver needs rbd.pool and rbd.cephSecretRef")
    @RecordBuilder
    public record Backend(
            @Required @Size(max = 41) @Pattern("^[a-z0-9]([a-z0-9_-]{0,38}[a-z0-9])?$")
            String name,

            @Required @Size(max = 200) @Pattern("^[A-Za-z_][A-Za-z0-9_.]+$")
            String driver,

            @Nullable Rbd rbd,
            Map<String, String> options,
            @Nullable SecretRef secretOptionsRef,
            @Default("false") Boolean privileged,
            @Default("{}") Pods deployment) {

        /** The driver for pools of Ceph. */
        public static final String RBD = "cinder.volume.drivers.rbd.RBDDriver";

        public boolean inCeph() {
            return RBD.equals(driver);
        }
    }

    /**
     * Copies of volumes that outlive them. They are kept in a pool of Ceph (rbd), as files on a volume (file), or where any other driver
     * puts them; as files, if nothing of it is written.
     *
     * @param enabled whether people can make them
     * @param replicas how many pods make them
     * @param rbd the pool of Ceph that they are kept in
     * @param file the volume that they are kept on
     * @param driver the Python class of the driver, for places other than a pool and files: an object store, say
     * @param options options of the driver, as cinder.conf names them
     * @param secretOptionsRef a Secret with those options of the driver that are secret: each key is an option
     * @param privileged whether volumes must be attached on the node to be read, which takes root; so it is by itself where a backend is
     *     privileged
     * @param deployment how its pods are placed and sized; without it, as those of the whole service
     */
    @ValidationRule(
            value = "[has(self.rbd), has(self.file), has(self.driver)].filter(place, place).size() <= 1",
            message = "backups are kept in one place: write one of backup.rbd, backup.file and backup.driver, and take"
                    + " the others out")
    @ValidationRule(
            value = "!has(self.driver) || self.driver != '" + Backup.RBD + "'",
            message = "backup.driver is for other places: write backup.rbd, with its pool, to keep backups in Ceph")
    @ValidationRule(
            value = "!has(self.driver) || self.driver != '" + Backup.FILE + "'",
            message = "backup.driver is for other places: write backup.file, with its size, to keep backups as files")
    @RecordBuilder
    public record Backup(
            @Default("false") Boolean enabled,
            @Min(0) @Default("1") Integer replicas,
            @Nullable Rbd rbd,
            @Nullable FileStorage file,

            @Size(max = 200) @Pattern("^[A-Za-z_][A-Za-z0-9_.]+$") @Nullable
            String driver,

            Map<String, String> options,
            @Nullable SecretRef secretOptionsRef,
            @Default("false") Boolean privileged,
            @Default("{}") Pods deployment) {

        /** The drivers for pools of Ceph and for files. */
        public static final String RBD = "cinder.backup.drivers.ceph.CephBackupDriver";

        public static final String FILE = "cinder.backup.drivers.posix.PosixBackupDriver";

        /** The pool, unless another is named. */
        public static final String POOL = "backups";

        /** Whether it is left open where they are kept. */
        public boolean anywhere() {
            return rbd == null && file == null && driver == null;
        }

        public Backup in(Rbd pool) {
            return new Backup(enabled, replicas, pool, null, null, options, secretOptionsRef, privileged, deployment);
        }
    }

    /**
     * How a backend is.
     *
     * @param name the name of the backend
     * @param status Ready, or Down while the scheduler hears nothing good of it
     * @param availableCapacityGb how much room the driver reports
     */
    public record BackendStatus(
            @Nullable String name,
            @Nullable String status,
            @Nullable Long availableCapacityGb) {}

    /**
     * What the operator observed.
     *
     * @param backends what the scheduler knows of each
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String installedRelease,
            @Nullable List<BackendStatus> backends,
            @Nullable BlockedBy blockedBy) {}
}
