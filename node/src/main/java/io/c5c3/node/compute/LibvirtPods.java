package io.c5c3.node.compute;

import io.c5c3.api.common.Image;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Requests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * libvirt on each hypervisor. Its pod may go at any time and guests go on: they are in a control group of the node's (see the script), in
 * the node's process and network namespaces, and what libvirt has to know to find them again is in folders of the node. It sees the node's
 * processes because it must find guests that an earlier pod started, and is privileged because it makes their devices and interfaces.
 *
 * <p>Guests' definitions, logs and sockets lie below {@code /var/lib/libvirt} and {@code /run/libvirt} of the node, where other agents look
 * for them: a claim would be for one pod, not for one node, and would be gone with the DaemonSet.
 *
 * @param taken nodes that are another resource's
 */
record LibvirtPods(NovaCompute compute, CephKeys keys, Migration migration, Set<String> taken) {

    /** The init container whose last words say how guests are run. */
    static final String PROBE = "probe";

    static final String RUN = "/run/libvirt";
    private static final String FOLDER = "/etc/libvirt";
    private static final String DATA = "/var/lib/libvirt";
    private static final String REPOSITORY = "ghcr.io/c5c3/libvirt";
    private static final String TAG = "11.3";

    private static final String LIBVIRTD = """
        auth_unix_ro = "none"
        auth_unix_rw = "none"
        unix_sock_group = "root"
        unix_sock_rw_perms = "0770"
        log_outputs = "2:stderr"
        listen_tls = 1
        listen_tcp = 0
        auth_tls = "none"
        """;

    /**
     * QEMU is nobody on the node: a user of its own, to whom libvirt gives the files of the guest, behind a filter of system calls, and in
     * the control group it was started in. The script changes the group to the one that may use KVM, where the node has one.
     */
    private static final String QEMU = """
        user = "libvirt-qemu"
        group = "libvirt-qemu"
        dynamic_ownership = 1
        security_driver = "none"
        cgroup_controllers = []
        namespaces = []
        seccomp_sandbox = 1
        remember_owner = 0
        migrate_tls_x509_cert_dir = "/run/libvirt/c5c3-tls"
        migrate_tls_x509_verify = 1
        """;

    private static final String VIRTLOGD = """
        log_outputs = "3:stderr"
        """;

    static String image(Image wish) {
        return wish.reference(REPOSITORY, TAG);
    }

    static EnvVar virtType(NovaCompute compute) {
        return new EnvVarBuilder()
                .withName("VIRT_TYPE")
                .withValue(compute.getSpec().virtType().name())
                .build();
    }

    static NodePods pods(NovaCompute compute) {
        return new NodePods(compute, "libvirt", compute.getSpec().libvirt(), true);
    }

    private NodePods pods() {
        return pods(compute);
    }

    ConfigFiles config() {
        return new ConfigFiles(
                pods().name() + "-config",
                pods().labels(),
                new TreeMap<>(Map.of(
                        "libvirtd.conf",
                        LIBVIRTD,
                        "qemu.conf",
                        QEMU,
                        "virtlogd.conf",
                        VIRTLOGD,
                        Scripts.LIBVIRT,
                        Scripts.text(Scripts.LIBVIRT),
                        Scripts.PROBE,
                        Scripts.text(Scripts.PROBE))));
    }

    DaemonSet daemonSet() {
        var container = new ContainerBuilder()
                .withName("libvirt")
                .withImage(image(compute.getSpec().libvirtImage()))
                .withCommand("sh", FOLDER + "/" + Scripts.LIBVIRT)
                .withEnv(Migration.place())
                .withResources(resources())
                .withNewStartupProbe()
                .withNewExec()
                .withCommand("virsh", "--connect", "qemu:///system", "version")
                .endExec()
                .withPeriodSeconds(1)
                .withTimeoutSeconds(10)
                .withFailureThreshold(120)
                .endStartupProbe()
                .withNewReadinessProbe()
                .withNewExec()
                .withCommand("virsh", "--connect", "qemu:///system", "version")
                .endExec()
                .withPeriodSeconds(10)
                .withTimeoutSeconds(10)
                .endReadinessProbe()
                .withVolumeMounts(mounts())
                .build();
        return pods().daemonSet(List.of(probe()), container, volumes(), taken);
    }

    /** A small guest shows whether KVM works on the node, long before the agent needs to know. */
    private Container probe() {
        var mounts = new ArrayList<>(config().mounts(FOLDER));
        mounts.addAll(List.of(NodePods.mount("run", RUN), NodePods.mount("dev", "/dev")));
        return new ContainerBuilder()
                .withName(PROBE)
                .withImage(image(compute.getSpec().libvirtImage()))
                .withCommand("sh", FOLDER + "/" + Scripts.PROBE)
                .withEnv(virtType(compute))
                .withResources(resources())
                .withVolumeMounts(mounts)
                .build();
    }

    private List<Volume> volumes() {
        var volumes = new ArrayList<>(List.of(
                config().volume(),
                NodePods.node("run", RUN),
                NodePods.node("data", DATA),
                NodePods.node("logs", "/var/log/libvirt"),
                NodePods.node("instances", Agent.STATE),
                NodePods.node("switch", Agent.SWITCH),
                NodePods.node("cgroup", "/sys/fs/cgroup"),
                NodePods.node("dev", "/dev"),
                // Keys to Ceph lie here in the clear.
                NodePods.scratch("secrets", "Memory"),
                migration.pki()));
        volumes.addAll(keys.volumes());
        return volumes;
    }

    private List<VolumeMount> mounts() {
        var mounts = new ArrayList<>(config().mounts(FOLDER));
        mounts.addAll(List.of(
                NodePods.mount("run", RUN),
                NodePods.mount("data", DATA),
                NodePods.mount("data", FOLDER + "/qemu", "definitions"),
                NodePods.mount("data", "/var/cache/libvirt", "cache"),
                NodePods.mount("logs", "/var/log/libvirt"),
                NodePods.mount("secrets", FOLDER + "/secrets"),
                Migration.pkiMount(),
                // Disks are files and mounts that nova-compute makes.
                NodePods.shared("instances", Agent.STATE, "HostToContainer"),
                NodePods.mount("switch", Agent.SWITCH),
                NodePods.mount("cgroup", "/node/cgroup"),
                NodePods.mount("dev", "/dev")));
        mounts.addAll(keys.mounts());
        return mounts;
    }

    private ResourceRequirements resources() {
        return Requests.unless(compute.getSpec().libvirt().resources(), "20m", "64Mi");
    }
}
