package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.Requests;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The switch and the controller on each node.
 *
 * @param taken nodes that are another resource's
 */
record NodePods(OVNCluster cluster, Set<String> taken) {

    static final String SWITCH = "ovs";
    static final String CONTROLLER = "controller";

    private static final String OVN = "ovn";
    private static final String CONTROL = "/run/ovn/ovn-controller.ctl";

    static Map<String, String> selector(String cluster, String component) {
        return Labels.selector(OVN, cluster, component);
    }

    private String name() {
        return cluster.getMetadata().getName();
    }

    NodeSwitch switches() {
        var spec = cluster.getSpec().ovs();
        return new NodeSwitch(
                new DaemonPods(
                        OVN, name(), SWITCH, spec.nodeSelector(), spec.tolerations(), spec.priorityClassName(), taken),
                OvnImages.ovs(cluster),
                name() + "-chassis",
                null,
                spec.resources());
    }

    DaemonSet controllers() {
        var spec = cluster.getSpec().controller();
        var tls = new OvnTls(cluster);
        var volumes = new ArrayList<>(List.of(DaemonPods.host("run", NodeSwitch.RUN), Containers.emptyDir("ovn")));
        var mounts =
                new ArrayList<>(List.of(Containers.mount("run", NodeSwitch.RUN), Containers.mount("ovn", "/run/ovn")));
        tls.files().ifPresent(files -> {
            volumes.add(files.volume());
            mounts.add(files.mount());
        });
        var command = new ArrayList<>(List.of("ovn-controller", NodeSwitch.DATABASE, "--unixctl=" + CONTROL));
        command.addAll(tls.arguments());
        command.addAll(List.of(Containers.LOGGING));
        return new DaemonPods(
                        OVN,
                        name(),
                        CONTROLLER,
                        spec.nodeSelector(),
                        spec.tolerations(),
                        spec.priorityClassName(),
                        taken)
                .daemonSet(
                        volumes,
                        List.of(new ContainerBuilder()
                                .withName("ovn-controller")
                                .withImage(OvnImages.ovn(cluster))
                                .withCommand(command)
                                .withSecurityContext(DaemonPods.root())
                                .withResources(Requests.unless(spec.resources(), "20m", "32Mi"))
                                // It is deaf until it has found the switch.
                                .withStartupProbe(
                                        Containers.probe(1, 600, "ovs-appctl", "--timeout=5", "-t", CONTROL, "version"))
                                .withReadinessProbe(Containers.probe(
                                        5,
                                        3,
                                        "sh",
                                        "-c",
                                        "ovs-appctl --timeout=5 -t " + CONTROL
                                                + " connection-status | grep -qx connected"))
                                .withLivenessProbe(
                                        Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", CONTROL, "version"))
                                .withVolumeMounts(mounts)
                                .build()));
    }
}
