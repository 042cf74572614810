package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;

/** The server itself: a StatefulSet whose pod keeps the contract of the public mariadb image. */
record ServerWorkload(MariaDB mariadb, String operator) {

    static final String VOLUME = "data";
    private static final String OPTIONS = "/etc/mysql/conf.d";
    private static final long UID = 999;

    /** Time to write out what is in memory; a server that is killed has to recover at the next start. */
    private static final long GRACE_SECONDS = 120;

    private ServerObjects objects() {
        return new ServerObjects(mariadb);
    }

    /** The claim that the StatefulSet makes for its first pod. */
    String claim() {
        return VOLUME + "-" + objects().name() + "-0";
    }

    /** @param size of the volume as it was first asked for: the template of a claim can never be changed */
    StatefulSet statefulSet(String size) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(objects().name())
                .withLabels(objects().labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(mariadb.getSpec().replicas())
                .withServiceName(objects().nodes())
                .withNewSelector()
                .withMatchLabels(objects().selector())
                .endSelector()
                .withTemplate(pod())
                .withVolumeClaimTemplates(claimTemplate(size))
                .endSpec()
                .build();
    }

    private PersistentVolumeClaim claimTemplate(String size) {
        return ClaimTemplate.of(VOLUME, operator, mariadb.getSpec().storageClass(), size);
    }

    private PodTemplateSpec pod() {
        var template = PodTemplate.of(
                        objects().labels(),
                        objects().selector(),
                        UID,
                        mariadb.getSpec().pods(),
                        container(),
                        configVolume(),
                        rootVolume(),
                        FoundingFiles.volume(mariadb),
                        // In memory, since the statements of the start name a password.
                        new VolumeBuilder()
                                .withName("run")
                                .withNewEmptyDir()
                                .withMedium("Memory")
                                .endEmptyDir()
                                .build())
                .withInit(before())
                .build();
        if (template.getSpec().getTerminationGracePeriodSeconds() == null) {
            template.getSpec().setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        return template;
    }

    private Volume configVolume() {
        return new VolumeBuilder()
                .withName("config")
                .withNewConfigMap()
                .withName(objects().config().getMetadata().getName())
                .endConfigMap()
                .build();
    }

    private Volume rootVolume() {
        return new VolumeBuilder()
                .withName("root")
                .withNewSecret()
                .withSecretName(new RootPassword(mariadb).secret())
                .addNewItem()
                .withKey("password")
                .withPath("password")
                .endItem()
                .withDefaultMode(0440)
                .endSecret()
                .build();
    }

    private Container before() {
        return new ContainerBuilder()
                .withName("before")
                .withImage(mariadb.getSpec().image())
                .withCommand(
                        "sh",
                        OPTIONS + "/" + ServerObjects.BEFORE,
                        FoundingFiles.file(objects().name()),
                        ServerOptions.STATEMENTS)
                .withResources(Requests.of("10m", "16Mi"))
                .withVolumeMounts(mounts())
                .addToVolumeMounts(FoundingFiles.mount())
                .build();
    }

    private static List<VolumeMount> mounts() {
        return List.of(
                mount(VOLUME, "/var/lib/mysql").build(),
                mount("config", OPTIONS).withReadOnly(true).build(),
                mount("root", "/run/secrets/root").withReadOnly(true).build(),
                mount("run", "/run/mysqld").build());
    }

    private static VolumeMountBuilder mount(String volume, String path) {
        return new VolumeMountBuilder().withName(volume).withMountPath(path);
    }

    private Container container() {
        return new ContainerBuilder()
                .withName("mariadb")
                .withImage(mariadb.getSpec().image())
                .addNewEnv()
                .withName("MARIADB_ROOT_PASSWORD_FILE")
                .withValue("/run/secrets/root/password")
                .endEnv()
                .addNewEnv()
                .withName("MARIADB_AUTO_UPGRADE")
                .withValue("1")
                .endEnv()
                .addNewPort()
                .withName(ServerObjects.PORT_NAME)
                .withContainerPort(MariaDB.PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.unless(mariadb.getSpec().pods().resources(), "100m", "256Mi"))
                // Quick to notice the first start, patient with a recovery that takes its time.
                .withStartupProbe(probe(1, 900, "--connect", "--innodb_initialized"))
                .withReadinessProbe(probe(5, 3, "--connect", "--innodb_initialized"))
                .withLivenessProbe(probe(10, 6, "--connect"))
                .withVolumeMounts(mounts())
                .build();
    }

    private static Probe probe(int period, int failures, String... checks) {
        var command = new ArrayList<String>();
        command.add("healthcheck.sh");
        command.addAll(List.of(checks));
        return new ProbeBuilder()
                .withNewExec()
                .withCommand(command)
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }
}
