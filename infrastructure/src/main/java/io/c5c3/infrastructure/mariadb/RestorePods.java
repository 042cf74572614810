package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBRestore;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Task;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The pod that fills the volume of the first server. It has ended before a server comes, so no server's pod ever holds on to the volume of
 * backups, and nothing restarts when restoreFrom goes.
 *
 * @param claim of the volume to fill
 */
record RestorePods(MariaDB mariadb, MariaDBRestore wanted, String claim) {

    private static final String COMPONENT = "restore";
    private static final String RESTORE = "restore.sh";
    private static final String DATA = "/var/lib/mysql";
    private static final long LONGEST_SECONDS = 20 * 60 * 60;

    private Map<String, String> labels() {
        return Labels.of(ServerObjects.SERVICE, mariadb.getMetadata().getName(), COMPONENT);
    }

    ConfigFiles files() {
        return BackupPods.files(mariadb.getMetadata().getName() + "-restore-config", labels(), RESTORE);
    }

    /** Another wish is another Job. */
    static String name(String database, MariaDBRestore wanted) {
        return database + "-restore-" + Digest.of(wanted);
    }

    Job job() {
        return task(name(mariadb.getMetadata().getName(), wanted))
                .job()
                .edit()
                .editSpec()
                .withActiveDeadlineSeconds(LONGEST_SECONDS)
                .endSpec()
                .build();
    }

    /** Tried once more: a node may go away meanwhile. */
    private Task task(String name) {
        var container = new ContainerBuilder()
                .withName(COMPONENT)
                .withImage(mariadb.getSpec().image())
                .withCommand(List.of(
                        "bash",
                        BackupPods.SCRIPTS + "/" + RESTORE,
                        BackupPods.FOLDER,
                        Objects.requireNonNullElse(wanted.backup(), "")))
                .withResources(Requests.of("100m", "256Mi"))
                .withVolumeMounts(files().mounts(BackupPods.SCRIPTS))
                .addToVolumeMounts(
                        new VolumeMountBuilder()
                                .withName(BackupPods.VOLUME)
                                .withMountPath(BackupPods.FOLDER)
                                .withReadOnly(true)
                                .build(),
                        new VolumeMountBuilder()
                                .withName(ServerWorkload.VOLUME)
                                .withMountPath(DATA)
                                .build())
                .build();
        return new Task(
                name,
                labels(),
                PodTemplate.of(
                        labels(),
                        Labels.selector(
                                ServerObjects.SERVICE, mariadb.getMetadata().getName(), COMPONENT),
                        ServerWorkload.UID,
                        BackupPods.placement(mariadb.getSpec().pods()),
                        container,
                        files().volume(),
                        BackupPods.mounted(wanted.persistentVolumeClaim()),
                        new VolumeBuilder()
                                .withName(ServerWorkload.VOLUME)
                                .withNewPersistentVolumeClaim()
                                .withClaimName(claim)
                                .endPersistentVolumeClaim()
                                .build()),
                1);
    }
}
