package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The switch and the controller on each node. They are the exception to restricted pods: both live in the node's own network, where the
 * guests' interfaces are, and share sockets with other agents of the node in {@code /run/openvswitch}, which belongs to root. Only the
 * switch itself is privileged: it makes network devices through {@code /dev/net/tun} and asks the kernel for its datapath.
 */
record NodePods(OVNCluster cluster) {

    static final String SWITCH = "ovs";
    static final String CONTROLLER = "controller";

    private static final String RUN = "/run/openvswitch";
    private static final String DATA = "/var/lib/openvswitch";
    private static final String DATABASE_SOCKET = "unix:" + RUN + "/db.sock";
    private static final String CONTROL = "/run/ovn/ovn-controller.ctl";
    private static final String CRITICAL = "system-node-critical";

    String name(String component) {
        return cluster.getMetadata().getName() + "-" + component;
    }

    /** What the nodes are told; it changes while they run. */
    String settings() {
        return name("chassis");
    }

    Map<String, String> labels(String component) {
        return Labels.of("ovn", cluster.getMetadata().getName(), component);
    }

    static Map<String, String> selector(String cluster, String component) {
        return Labels.selector("ovn", cluster, component);
    }

    ConfigFiles script() {
        return Scripts.files(name(SWITCH) + "-script", labels(SWITCH), Scripts.SWITCH);
    }

    DaemonSet switches() {
        var spec = cluster.getSpec().ovs();
        return daemonSet(
                SWITCH,
                spec.nodeSelector(),
                spec.tolerations(),
                spec.priorityClassName(),
                List.of(
                        script().volume(),
                        host("run", RUN),
                        host("data", DATA),
                        new VolumeBuilder()
                                .withName("chassis")
                                .withNewConfigMap()
                                .withName(settings())
                                .withDefaultMode(0444)
                                // A node without settings has a switch all the same.
                                .withOptional(true)
                                .endConfigMap()
                                .build()),
                List.of(
                        part("ovsdb-server", "database")
                                .withSecurityContext(root())
                                .withResources(Requests.of("10m", "32Mi"))
                                .withLivenessProbe(control("ovsdb-server"))
                                .withVolumeMounts(mounts(Containers.mount("data", DATA)))
                                .build(),
                        part("ovs-vswitchd", "switch")
                                .withSecurityContext(new SecurityContextBuilder(root())
                                        .withPrivileged(true)
                                        .withCapabilities((Capabilities) null)
                                        .build())
                                .withResources(Requests.unless(spec.resources(), "50m", "64Mi"))
                                .withStartupProbe(Containers.probe(
                                        1, 60, "ovs-appctl", "--timeout=5", "-t", RUN + "/ovs-vswitchd.ctl", "version"))
                                .withLivenessProbe(control("ovs-vswitchd"))
                                .withVolumeMounts(mounts(Containers.readOnly("chassis", "/etc/ovn/chassis")))
                                .build(),
                        part("settings", "settings")
                                // To bring the bridges of provider networks up.
                                .withSecurityContext(root("NET_ADMIN"))
                                .withResources(Requests.of("10m", "16Mi"))
                                .withVolumeMounts(mounts(Containers.readOnly("chassis", "/etc/ovn/chassis")))
                                .build()));
    }

    private ContainerBuilder part(String name, String word) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(OvnImages.ovs(cluster))
                .withCommand("sh", Scripts.path(Scripts.SWITCH), word)
                .withEnv(Variable.own("NODE_NAME", "spec.nodeName"));
    }

    private List<VolumeMount> mounts(VolumeMount... more) {
        var mounts = new ArrayList<>(List.of(Scripts.mount(script()), Containers.mount("run", RUN)));
        mounts.addAll(List.of(more));
        return mounts;
    }

    private static io.fabric8.kubernetes.api.model.Probe control(String program) {
        return Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", RUN + "/" + program + ".ctl", "version");
    }

    DaemonSet controllers() {
        var spec = cluster.getSpec().controller();
        var tls = new OvnTls(cluster);
        var volumes = new ArrayList<>(List.of(host("run", RUN), Containers.emptyDir("ovn")));
        var mounts = new ArrayList<>(List.of(Containers.mount("run", RUN), Containers.mount("ovn", "/run/ovn")));
        tls.files().ifPresent(files -> {
            volumes.add(files.volume());
            mounts.add(files.mount());
        });
        var command = new ArrayList<>(List.of("ovn-controller", DATABASE_SOCKET, "--unixctl=" + CONTROL));
        command.addAll(tls.arguments());
        command.addAll(List.of(Containers.LOGGING));
        return daemonSet(
                CONTROLLER,
                spec.nodeSelector(),
                spec.tolerations(),
                spec.priorityClassName(),
                volumes,
                List.of(new ContainerBuilder()
                        .withName("ovn-controller")
                        .withImage(OvnImages.ovn(cluster))
                        .withCommand(command)
                        .withSecurityContext(root())
                        .withResources(Requests.unless(spec.resources(), "20m", "32Mi"))
                        // It is deaf until it has found the switch.
                        .withStartupProbe(
                                Containers.probe(1, 600, "ovs-appctl", "--timeout=5", "-t", CONTROL, "version"))
                        .withReadinessProbe(Containers.probe(
                                5,
                                3,
                                "sh",
                                "-c",
                                "ovs-appctl --timeout=5 -t " + CONTROL + " connection-status | grep -qx connected"))
                        .withLivenessProbe(
                                Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", CONTROL, "version"))
                        .withVolumeMounts(mounts)
                        .build()));
    }

    /** Root, since the sockets it opens are root's, and nothing more than a file's owner may do. */
    private static SecurityContext root(String... capabilities) {
        return new SecurityContextBuilder()
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withReadOnlyRootFilesystem(true)
                .withCapabilities(new CapabilitiesBuilder()
                        .withDrop("ALL")
                        .withAdd(capabilities)
                        .build())
                .build();
    }

    private static Volume host(String name, String path) {
        return new VolumeBuilder()
                .withName(name)
                .withNewHostPath()
                .withPath(path)
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build();
    }

    private DaemonSet daemonSet(
            String component,
            Map<String, String> nodes,
            @Nullable List<Toleration> tolerations,
            @Nullable String priority,
            List<Volume> volumes,
            List<Container> containers) {
        var cluster = this.cluster.getMetadata().getName();
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(name(component))
                .withLabels(labels(component))
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(selector(cluster, component))
                .endSelector()
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                // Guests of a node lose the network for a moment when its switch is replaced: one node at a time.
                .withMaxUnavailable(new IntOrString(1))
                .endRollingUpdate()
                .endUpdateStrategy()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels(component))
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodes.isEmpty() ? null : new TreeMap<>(nodes))
                .withTolerations(
                        tolerations == null
                                // Guests keep running on a node that takes no new pods, and need their network.
                                ? List.of(new TolerationBuilder()
                                        .withOperator("Exists")
                                        .build())
                                : tolerations)
                .withPriorityClassName(priority == null ? CRITICAL : priority)
                .withContainers(containers.stream().map(NodePods::common).toList())
                .withVolumes(Stream.concat(volumes.stream(), Stream.of(Containers.emptyDir("tmp")))
                        .toList())
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Container common(Container container) {
        return new ContainerBuilder(container)
                .withImagePullPolicy("IfNotPresent")
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .addToVolumeMounts(Containers.mount("tmp", "/tmp"))
                .build();
    }
}
