package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Variable;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The switch on each node, whoever tells it what to do: OVN's controller, or Neutron's own agents. Only the container that switches is
 * privileged: it makes network devices through {@code /dev/net/tun} and asks the kernel for its datapath.
 *
 * @param pods where it runs
 * @param image of Open vSwitch
 * @param settings the name of the ConfigMap with what nodes are told; it changes while they run
 * @param everywhere the entry of the settings that holds for all nodes; without it, each node has one of its own name
 */
public record NodeSwitch(
        DaemonPods pods,
        String image,
        String settings,
        @Nullable String everywhere,
        @Nullable ResourceRequirements resources) {

    /** Where the switch has its sockets. */
    public static final String RUN = "/run/openvswitch";

    /** Where its database listens. */
    public static final String DATABASE = "unix:" + RUN + "/db.sock";

    private static final String DATA = "/var/lib/openvswitch";
    private static final String CHASSIS = "/etc/ovn/chassis";

    public ConfigFiles script() {
        return Scripts.files(pods.name() + "-script", pods.labels(), Scripts.SWITCH);
    }

    /** @param data entries as switch.sh reads them */
    public ConfigMap settings(Map<String, String> data) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(settings)
                .withLabels(pods.labels())
                .endMetadata()
                .withData(new TreeMap<>(data))
                .build();
    }

    public DaemonSet daemonSet() {
        return pods.daemonSet(
                List.of(
                        script().volume(),
                        DaemonPods.host("run", RUN),
                        DaemonPods.host("data", DATA),
                        new VolumeBuilder()
                                .withName("chassis")
                                .withNewConfigMap()
                                .withName(settings)
                                .withDefaultMode(0444)
                                // A node without settings has a switch all the same.
                                .withOptional(true)
                                .endConfigMap()
                                .build()),
                List.of(
                        part("ovsdb-server", "database")
                                .withSecurityContext(DaemonPods.root())
                                .withResources(Requests.of("10m", "32Mi"))
                                .withLivenessProbe(control("ovsdb-server"))
                                .withVolumeMounts(mounts(Containers.mount("data", DATA)))
                                .build(),
                        part("ovs-vswitchd", "switch")
                                .withSecurityContext(new SecurityContextBuilder(DaemonPods.root())
                                        .withPrivileged(true)
                                        .withCapabilities((Capabilities) null)
                                        .build())
                                .withResources(Requests.unless(resources, "50m", "64Mi"))
                                .withStartupProbe(Containers.probe(
                                        1, 60, "ovs-appctl", "--timeout=5", "-t", RUN + "/ovs-vswitchd.ctl", "version"))
                                .withLivenessProbe(control("ovs-vswitchd"))
                                .withVolumeMounts(mounts(Containers.readOnly("chassis", CHASSIS)))
                                .build(),
                        part("settings", "settings")
                                // To bring the bridges of provider networks up.
                                .withSecurityContext(DaemonPods.root("NET_ADMIN"))
                                .withResources(Requests.of("10m", "16Mi"))
                                .withVolumeMounts(mounts(Containers.readOnly("chassis", CHASSIS)))
                                .build()));
    }

    private ContainerBuilder part(String name, String word) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(image)
                .withCommand("sh", Scripts.path(Scripts.SWITCH), word)
                .withEnv(env());
    }

    private List<EnvVar> env() {
        var env = new ArrayList<>(List.of(Variable.own("NODE_NAME", "spec.nodeName")));
        if (everywhere != null) {
            env.add(Variable.of("SETTINGS", everywhere));
        }
        return env;
    }

    private List<VolumeMount> mounts(VolumeMount... more) {
        var mounts = new ArrayList<>(List.of(Scripts.mount(script()), Containers.mount("run", RUN)));
        mounts.addAll(List.of(more));
        return mounts;
    }

    private static Probe control(String program) {
        return Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", RUN + "/" + program + ".ctl", "version");
    }
}
