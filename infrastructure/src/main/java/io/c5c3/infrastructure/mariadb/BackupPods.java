package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.common.Pods;
import io.c5c3.api.common.PodsBuilder;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBBackup;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.kube.Task;
import io.c5c3.infrastructure.sql.DatabaseCertificate;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods that make backups, and the volume they are kept on.
 *
 * @param membership the servers that there are
 */
record BackupPods(MariaDB mariadb, MariaDBBackup wanted, Membership membership) {

    static final String COMPONENT = "backup";
    static final String FOLDER = "/backups";
    static final String SCRIPTS = "/etc/c5c3/backup";

    /** What a backup and a restore do alike. */
    static final String COPY = "backup-copy.sh";

    private static final String MAKE = "backup.sh";
    static final String VOLUME = "backups";

    /** A large database takes its time; a pod that hangs must not keep the next one from being made for ever. */
    private static final long LONGEST_SECONDS = 20 * 60 * 60;

    String name() {
        return mariadb.getMetadata().getName() + "-backup";
    }

    /** The claim of the volume with the backups of a database. */
    static String claim(String database) {
        return database + "-backups";
    }

    Map<String, String> selector() {
        return Labels.selector(ServerObjects.SERVICE, mariadb.getMetadata().getName(), COMPONENT);
    }

    private Map<String, String> labels() {
        return Labels.of(ServerObjects.SERVICE, mariadb.getMetadata().getName(), COMPONENT);
    }

    ConfigFiles files() {
        return files(name() + "-config", labels(), MAKE);
    }

    static ConfigFiles files(String prefix, Map<String, String> labels, String script) {
        return new ConfigFiles(
                prefix,
                labels,
                Stream.of(COPY, script)
                        .collect(Collectors.toMap(
                                file -> file,
                                file -> Shipped.file(BackupPods.class, file),
                                (one, other) -> one,
                                TreeMap::new)));
    }

    PersistentVolumeClaim volume() {
        var volume = wanted.target().persistentVolumeClaim();
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(claim(mariadb.getMetadata().getName()))
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(volume.storageClass())
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(volume.size())))
                .endResources()
                .endSpec()
                .build();
    }

    CronJob cronJob(Facts facts) {
        return task(facts)
                .cronJob(wanted.schedule(), wanted.suspend())
                .edit()
                .editSpec()
                .editJobTemplate()
                .editSpec()
                .withActiveDeadlineSeconds(LONGEST_SECONDS)
                .endSpec()
                .endJobTemplate()
                .endSpec()
                .build();
    }

    /** Tried once more: a server that is restarted meanwhile breaks a copy off. */
    private Task task(Facts facts) {
        var source = new BackupSource(mariadb);
        var container = new ContainerBuilder()
                .withName(COMPONENT)
                .withImage(mariadb.getSpec().image())
                .withCommand(command(facts))
                .withResources(Requests.of("100m", "256Mi"))
                .withVolumeMounts(files().mounts(SCRIPTS))
                .addToVolumeMounts(source.files().mount())
                .addToVolumeMounts(new VolumeMountBuilder()
                        .withName(VOLUME)
                        .withMountPath(FOLDER)
                        .build())
                .build();
        return new Task(
                name(),
                labels(),
                PodTemplate.of(
                        labels(),
                        selector(),
                        ServerWorkload.UID,
                        placement(mariadb.getSpec().pods()),
                        container,
                        files().volume(),
                        source.files().volume(),
                        mounted(claim(mariadb.getMetadata().getName()))),
                1);
    }

    static Volume mounted(String claim) {
        return new VolumeBuilder()
                .withName(VOLUME)
                .withNewPersistentVolumeClaim()
                .withClaimName(claim)
                .endPersistentVolumeClaim()
                .build();
    }

    private List<String> command(Facts facts) {
        var keep = wanted.retention();
        var command = new ArrayList<>(List.of(
                "bash",
                SCRIPTS + "/" + MAKE,
                FOLDER,
                keep.count().toString(),
                keep.days() == null ? "" : keep.days().toString(),
                new BackupSource(mariadb).certificate()));
        command.addAll(sources(facts));
        return command;
    }

    /** Whoever takes the writes is asked last: it has enough to do. */
    private List<String> sources(Facts facts) {
        var domain = new DatabaseCertificate(mariadb).nodes() + "."
                + mariadb.getMetadata().getNamespace() + ".svc.cluster.local";
        return membership.pods().stream()
                .sorted(Comparator.comparing(pod ->
                        facts.find(Pod.class, pod).filter(Membership::isMarked).isPresent()))
                .map(pod -> pod + "." + domain)
                .toList();
    }

    /** On nodes where servers may be, but not where they are. */
    static Pods placement(Pods servers) {
        return PodsBuilder.builder()
                .nodeSelector(servers.nodeSelector())
                .tolerations(servers.tolerations())
                .priorityClassName(servers.priorityClassName())
                .topologySpreadConstraints(List.of())
                .annotations(servers.annotations())
                .extraMounts(List.of())
                .build();
    }
}
