package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A pod of our own cluster. It needs no privilege: disks are files.
 *
 * @param files in its /etc/ceph
 * @param keys beside them
 */
record ClusterPod(ClusterNames names, String part, CephStorage.BuiltIn wish, ConfigFiles files, SecretFiles keys) {

    static final String CONFIG = "/etc/ceph";
    static final String KEYS = CONFIG + "/keys";
    static final String STATE = "/var/lib/ceph";

    /** The volume with what must not be lost. */
    static final String VOLUME = "data";

    /** The name of the port on pods and Service. */
    static final String PORT = "msgr2";

    /** The user "ceph" of Debian. Its number means nothing to the programs, but files on the volumes belong to it. */
    private static final long UID = 64045;

    /** A manager, which opens its port only while it is the one that works: the other one is as good as it while it speaks to a monitor. */
    PodTemplateSpec manager(int port, String memory, List<String> command, List<EnvVar> env) {
        var container = container(port, memory, command, env)
                .edit()
                .withStartupProbe(speaksToAMonitor(1, 600))
                .withReadinessProbe(speaksToAMonitor(5, 3))
                .withLivenessProbe(speaksToAMonitor(20, 6))
                .build();
        return template(container, scratch(VOLUME));
    }

    /** @param good what it says of itself while it takes part: a port that is open says little of one of several */
    PodTemplateSpec template(
            int port, String memory, List<String> command, List<EnvVar> env, String question, List<String> good) {
        var asks = new ArrayList<>(List.of("python3", "-IS", CONFIG + "/" + ClusterObjects.SERVES, part, question));
        asks.addAll(good);
        return template(container(port, memory, command, env)
                .edit()
                .withReadinessProbe(new ProbeBuilder()
                        .withNewExec()
                        .withCommand(asks)
                        .endExec()
                        .withPeriodSeconds(5)
                        .withTimeoutSeconds(5)
                        .withFailureThreshold(3)
                        .build())
                .build());
    }

    private PodTemplateSpec template(Container container, Volume... more) {
        var volumes = new ArrayList<>(List.of(files.volume(), keys.volume(), scratch("run")));
        volumes.addAll(List.of(more));
        var template = PodTemplate.of(
                        names.labels(part),
                        names.selector(part),
                        UID,
                        wish.pods(),
                        container,
                        volumes.toArray(Volume[]::new))
                .build();
        template.getSpec()
                .setAffinity(
                        new ServerGroup(names.of(part), names.labels(part), names.selector(ClusterNames.apart(part)))
                                .apart(template.getSpec().getAffinity()));
        return template;
    }

    private Container container(int port, String memory, List<String> command, List<EnvVar> env) {
        return new ContainerBuilder()
                .withName(part)
                .withImage(wish.image())
                .withCommand(command)
                .withEnv(env)
                .addNewPort()
                .withName(PORT)
                .withContainerPort(port)
                .withProtocol("TCP")
                .endPort()
                .withResources(Objects.requireNonNullElse(wish.pods().resources(), requests(memory)))
                // A disk that was not shut down properly is checked before it listens.
                .withStartupProbe(listens(1, 600))
                .withReadinessProbe(listens(5, 3))
                .withLivenessProbe(listens(20, 6))
                .withVolumeMounts(mounts())
                .build();
    }

    private List<VolumeMount> mounts() {
        var mounts = new ArrayList<>(files.mounts(CONFIG));
        mounts.add(keys.mount());
        mounts.add(mount("run", "/run/ceph"));
        mounts.add(mount(VOLUME, STATE));
        return mounts;
    }

    private static VolumeMount mount(String volume, String path) {
        return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
    }

    private static ResourceRequirements requests(String memory) {
        return Requests.of("50m", memory);
    }

    private static Probe listens(int period, int failures) {
        return new ProbeBuilder()
                .withNewTcpSocket()
                .withNewPort(PORT)
                .endTcpSocket()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }

    /** The kernel's list of connections: the other end's port (hexadecimal), and 01 for one that stands. */
    private static Probe speaksToAMonitor(int period, int failures) {
        return new ProbeBuilder()
                .withNewExec()
                .withCommand("grep", "-qs", ":%04X 01 ".formatted(CephLogin.PORT), "/proc/net/tcp", "/proc/net/tcp6")
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }

    private static Volume scratch(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build();
    }
}
