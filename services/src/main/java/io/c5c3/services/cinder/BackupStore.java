package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.FileStorage;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.services.FileStore;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where the copies of volumes are kept, and what that asks of the pods that make them. */
sealed interface BackupStore {

    String DRIVER = "backup_driver";

    /** What cinder is told of it, which a person may not tell otherwise. */
    SortedMap<String, String> options();

    /** What cinder is told of it, unless a person tells otherwise. */
    default Ini in(Ini ini) {
        var result = ini;
        for (var option : options().entrySet()) {
            result = result.set(Ini.DEFAULT, option.getKey(), option.getValue());
        }
        return result;
    }

    default Reads mounted(Reads reads) {
        return reads;
    }

    /** The way to the pool, if it is one. */
    default Optional<CephAccess> ceph() {
        return Optional.empty();
    }

    /** The volume, if there is one. */
    default Optional<Step> claim() {
        return Optional.empty();
    }

    default Optional<Step> connected() {
        return Optional.empty();
    }

    /** The pod, on a node where it reaches the store. */
    default PodTemplateSpec placed(PodTemplateSpec pod, LabelSelector likes) {
        return pod;
    }

    static BackupStore of(Cinder cinder) {
        var wish = cinder.getSpec().backup();
        var rbd = wish.rbd();
        var driver = wish.driver();
        if (rbd != null) {
            return new Pool(
                    Objects.requireNonNullElse(rbd.pool(), Cinder.Backup.POOL),
                    CephAccess.of(rbd, cinder.getMetadata().getName()));
        }
        return driver == null
                ? new Files(cinder, Objects.requireNonNullElse(wish.file(), Defaults.of(FileStorage.class)))
                : new Elsewhere(driver);
    }

    /** A pool of Ceph. Of a volume that is in Ceph, too, a later backup takes only what has changed. */
    record Pool(String pool, CephAccess access) implements BackupStore {

        @Override
        public SortedMap<String, String> options() {
            return new TreeMap<>(Map.of(
                    DRIVER,
                    Cinder.Backup.RBD,
                    "backup_ceph_conf",
                    CephAccess.CONF,
                    "backup_ceph_user",
                    access.client(),
                    "backup_ceph_pool",
                    pool));
        }

        @Override
        public Optional<CephAccess> ceph() {
            return Optional.of(access);
        }

        @Override
        public Optional<Step> connected() {
            return Optional.of(access.connected(List.of(pool)));
        }
    }

    /** Files on a volume. */
    record Files(Cinder cinder, FileStorage wish) implements BackupStore {

        private static final String FOLDER = CinderConfig.STATE + "/backup";

        /** A file is put together in memory; the driver's own idea of its size is 2 GB. */
        private static final int FILE_SIZE = 128 * 1024 * 1024;

        private FileStore files() {
            var name = cinder.getMetadata().getName();
            return new FileStore(
                    name,
                    "backups",
                    Labels.of("cinder", name, VolumeBackups.PART),
                    wish,
                    cinder.getSpec().deletionPolicy() == DeletionPolicy.Delete);
        }

        @Override
        public SortedMap<String, String> options() {
            return new TreeMap<>(Map.of(DRIVER, Cinder.Backup.FILE, "backup_posix_path", FOLDER));
        }

        @Override
        public Ini in(Ini ini) {
            return BackupStore.super.in(ini).set(Ini.DEFAULT, "backup_file_size", FILE_SIZE);
        }

        @Override
        public Reads mounted(Reads reads) {
            return files().mounted(reads, FOLDER);
        }

        @Override
        public Optional<Step> claim() {
            return Optional.of(files().step());
        }

        @Override
        public PodTemplateSpec placed(PodTemplateSpec pod, LabelSelector likes) {
            return files().placed(pod, likes);
        }
    }

    /** Wherever a driver puts them that we know nothing of. */
    record Elsewhere(String driver) implements BackupStore {

        @Override
        public SortedMap<String, String> options() {
            return new TreeMap<>(Map.of(DRIVER, driver));
        }
    }
}
