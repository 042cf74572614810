package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.step.CertificateStep;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;

/**
 * The server's side of a backup: a container beside each server that sends a copy of the volume to whoever has a certificate for it. Only
 * what sees the volume can copy it while the server writes, and a volume is seen on one node only; who makes the backup may be anywhere.
 */
record BackupSource(MariaDB mariadb) {

    static final String SCRIPT = "backup-source.sh";

    /** Where the certificate is, on both sides. */
    static final String TLS = "/run/secrets/backup";

    private static final String CONTAINER = "backup";
    private static final int PORT = 4570;

    boolean isWanted() {
        return mariadb.getSpec().backup() != null;
    }

    /** The name that certificates have, and that is asked for. */
    String certificate() {
        return mariadb.getMetadata().getName() + "-backup";
    }

    /** A certificate is the login here, so the authority signs nothing else. */
    Step step() {
        return new CertificateStep(
                CertificateStep.Authority.of(certificate()),
                CertificateStep.secretName(certificate()),
                List.of(certificate()));
    }

    SecretFiles files() {
        return new SecretFiles("backup-tls", CertificateStep.secretName(certificate()), TLS);
    }

    Map<String, String> scripts() {
        return isWanted() ? Map.of(SCRIPT, Shipped.file(BackupSource.class, SCRIPT)) : Map.of();
    }

    /** What the server's pod is told of it before the server starts. */
    List<String> beforehand() {
        return isWanted() ? List.of("copied") : List.of();
    }

    /**
     * The server's pod with this container.
     *
     * @param mounts those of the server
     */
    PodTemplate into(PodTemplate pod, List<VolumeMount> mounts) {
        return isWanted() ? pod.with(container(mounts), files().volume()) : pod;
    }

    private Container container(List<VolumeMount> mounts) {
        return new ContainerBuilder()
                .withName(CONTAINER)
                .withImage(mariadb.getSpec().image())
                .withCommand("bash", ServerWorkload.OPTIONS + "/" + SCRIPT, "listen")
                .addNewPort()
                .withName(CONTAINER)
                .withContainerPort(PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.of("10m", "32Mi"))
                // It comes through the socket, as a user of its own.
                .withVolumeMounts(mounts.stream()
                        .filter(mount -> !ServerWorkload.ROOT.equals(mount.getName()))
                        .toList())
                .addToVolumeMounts(files().mount())
                .build();
    }

    /** Whoever makes a backup may come in, besides those who may already. */
    NetworkPolicy letIn(NetworkPolicy policy) {
        if (!isWanted()) {
            return policy;
        }
        return policy.edit()
                .editSpec()
                .addNewIngress()
                .addNewFrom()
                .withNewPodSelector()
                .withMatchLabels(Labels.selector(
                        ServerObjects.SERVICE, mariadb.getMetadata().getName(), BackupPods.COMPONENT))
                .endPodSelector()
                .endFrom()
                .addNewPort()
                .withProtocol("TCP")
                .withPort(new IntOrString(PORT))
                .endPort()
                .endIngress()
                .endSpec()
                .build();
    }
}
