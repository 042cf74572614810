package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.kube.ClaimTemplate;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.LifecycleBuilder;
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
import java.util.List;
import java.util.stream.Stream;

/**
 * The servers themselves: a StatefulSet whose pods keep the contract of the public mariadb image.
 *
 * @param objects what stands beside them
 */
record ServerWorkload(ServerObjects objects, String operator) {

    static final String VOLUME = "data";

    /** The volume with root's password. */
    static final String ROOT = "root";

    /** The container that tells other members how this one is. */
    static final String HERALD = "herald";

    static final String OPTIONS = "/etc/mysql/conf.d";
    static final long UID = 999;

    /** Time to write out what is in memory; a server that is killed has to recover at the next start. */
    private static final long GRACE_SECONDS = 120;

    /** A copy of everything, or a member that has to be asked, may take that long. */
    private static final int DAY = 24 * 60 * 60;

    private MariaDB mariadb() {
        return objects.mariadb();
    }

    private Encryption encryption() {
        return objects.encryption();
    }

    private Membership membership() {
        return objects.membership();
    }

    /** @param storage the size of a volume as it was first asked for: the template of a claim can never be changed */
    StatefulSet statefulSet(String storage) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(objects.name())
                .withLabels(objects.labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(objects.size())
                .withServiceName(objects.nodes())
                // After an outage members wait for each other; one that had to be ready first would wait forever.
                .withPodManagementPolicy("Parallel")
                .withNewUpdateStrategy()
                // Which member is next is told by who takes the writes, and that Kubernetes does not know.
                .withType(membership().isCluster() ? "OnDelete" : "RollingUpdate")
                .endUpdateStrategy()
                .withNewSelector()
                .withMatchLabels(objects.selector())
                .endSelector()
                .withTemplate(pod())
                .withVolumeClaimTemplates(claimTemplate(storage))
                .endSpec()
                .build();
    }

    private PersistentVolumeClaim claimTemplate(String storage) {
        return ClaimTemplate.of(VOLUME, operator, mariadb().getSpec().storageClass(), storage);
    }

    private PodTemplateSpec pod() {
        var pod = PodTemplate.of(
                        objects.labels(),
                        objects.selector(),
                        UID,
                        mariadb().getSpec().pods(),
                        container(),
                        volumes())
                .withInit(before());
        pod = membership().isCluster() ? pod.with(herald()) : pod;
        pod = encryption().renewal().map(this::besideTheServer).map(pod::with).orElse(pod);
        pod = new Exporter(mariadb()).into(pod, mount("run", "/run/mysqld").build());
        var template = new BackupSource(mariadb()).into(pod, mounts()).build();
        note(template);
        if (membership().isCluster()) {
            template.getSpec()
                    .setAffinity(objects.group().apart(template.getSpec().getAffinity()));
        }
        if (template.getSpec().getTerminationGracePeriodSeconds() == null) {
            template.getSpec().setTerminationGracePeriodSeconds(GRACE_SECONDS);
        }
        return template;
    }

    private void note(PodTemplateSpec template) {
        if (!objects.among().note().isEmpty()) {
            template.setMetadata(template.getMetadata()
                    .edit()
                    .addToAnnotations(objects.among().note())
                    .build());
        }
    }

    private Volume[] volumes() {
        return Stream.concat(
                        Stream.of(
                                configVolume(),
                                rootVolume(),
                                FoundingFiles.volume(mariadb()),
                                // In memory, since the statements of the start name a password.
                                new VolumeBuilder()
                                        .withName("run")
                                        .withNewEmptyDir()
                                        .withMedium("Memory")
                                        .endEmptyDir()
                                        .build()),
                        encryption().files().stream().map(SecretFiles::volume))
                .toArray(Volume[]::new);
    }

    private Volume configVolume() {
        return new VolumeBuilder()
                .withName("config")
                .withNewConfigMap()
                .withName(objects.config().getMetadata().getName())
                .endConfigMap()
                .build();
    }

    private Volume rootVolume() {
        return new VolumeBuilder()
                .withName(ROOT)
                .withNewSecret()
                .withSecretName(new RootPassword(mariadb()).secret())
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
                .withImage(mariadb().getSpec().image())
                .withCommand(
                        "sh",
                        OPTIONS + "/" + ServerObjects.BEFORE,
                        FoundingFiles.file(objects.name()),
                        ServerOptions.STATEMENTS,
                        membership().isCluster() ? "member" : "alone")
                .addAllToCommand(new BackupSource(mariadb()).beforehand())
                .addAllToCommand(new Exporter(mariadb()).beforehand())
                .withResources(Requests.of("10m", "16Mi"))
                .withVolumeMounts(mounts())
                .addToVolumeMounts(FoundingFiles.mount())
                .build();
    }

    /** It reads the script and the certificates, and comes through the socket. */
    private Container besideTheServer(Container container) {
        return container
                .edit()
                .withVolumeMounts(
                        mount("config", OPTIONS).withReadOnly(true).build(),
                        mount("run", "/run/mysqld").build())
                .addAllToVolumeMounts(certificates())
                .build();
    }

    private static List<VolumeMount> mounts() {
        return List.of(
                mount(VOLUME, "/var/lib/mysql").build(),
                mount("config", OPTIONS).withReadOnly(true).build(),
                mount(ROOT, "/run/secrets/root").withReadOnly(true).build(),
                mount("run", "/run/mysqld").build());
    }

    private List<VolumeMount> certificates() {
        return encryption().files().stream().map(SecretFiles::mount).toList();
    }

    private static VolumeMountBuilder mount(String volume, String path) {
        return new VolumeMountBuilder().withName(volume).withMountPath(path);
    }

    private Container container() {
        var server = new ContainerBuilder()
                .withName("mariadb")
                .withImage(mariadb().getSpec().image())
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
                .withResources(Requests.unless(mariadb().getSpec().pods().resources(), "100m", "256Mi"))
                .withVolumeMounts(mounts())
                .addAllToVolumeMounts(certificates())
                .build();
        return membership().isCluster() ? member(server) : alone(server);
    }

    private static Container alone(Container server) {
        return server.edit()
                // Quick to notice the first start, patient with a recovery that takes its time.
                .withStartupProbe(probe(1, 900, "healthcheck.sh", "--connect", "--innodb_initialized"))
                .withReadinessProbe(probe(5, 3, "healthcheck.sh", "--connect", "--innodb_initialized"))
                .withLivenessProbe(probe(10, 6, "healthcheck.sh", "--connect"))
                .build();
    }

    private Container member(Container server) {
        return server.edit()
                .withCommand(membership().command(OPTIONS))
                .addToEnv(Variable.own("POD_IP", "status.podIP"))
                .addAllToEnv(encryption().variables())
                .addToVolumeMounts(FoundingFiles.mount())
                .withStartupProbe(probe(1, DAY, "sh", OPTIONS + "/" + Membership.SERVES))
                // Clients are led to another member once it fails.
                .withReadinessProbe(probe(2, 2, "sh", OPTIONS + "/" + Membership.SERVES))
                // Whether it runs is seen to in the pod: a server that has lost the majority is well, and so is one
                // that waits.
                .withLifecycle(new LifecycleBuilder()
                        .withNewPreStop()
                        .withNewExec()
                        .withCommand("sh", OPTIONS + "/" + Membership.LEAVE)
                        .endExec()
                        .endPreStop()
                        .build())
                .build();
    }

    private Container herald() {
        return new ContainerBuilder()
                .withName(HERALD)
                .withImage(mariadb().getSpec().image())
                .withCommand(
                        "socat",
                        "-T5",
                        "TCP-LISTEN:" + Membership.HERALD_PORT + ",fork,reuseaddr,max-children=20",
                        "SYSTEM:sh " + OPTIONS + "/" + Membership.HERALD)
                .addNewPort()
                .withName(HERALD)
                .withContainerPort(Membership.HERALD_PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.of("10m", "16Mi"))
                .withVolumeMounts(mounts())
                .build();
    }

    private static Probe probe(int period, int failures, String... command) {
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
