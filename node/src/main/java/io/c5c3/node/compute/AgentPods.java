package io.c5c3.node.compute;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Variable;
import io.c5c3.services.Reads;
import io.c5c3.services.nova.NovaConfig;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * nova-compute on each hypervisor. It is privileged and in the node's network: it makes interfaces in the node's switch, mounts volumes and
 * reads the node's devices. Instances lie below {@code /var/lib/nova} of the node, with the identity under which Nova knows it: both
 * outlive every pod.
 *
 * @param taken nodes that are another resource's
 */
record AgentPods(NovaCompute compute, Reads reads, Set<String> taken) {

    static NodePods pods(NovaCompute compute) {
        return new NodePods(compute, "compute", compute.getSpec().deployment(), false);
    }

    DaemonSet daemonSet() {
        return pods(compute).daemonSet(List.of(), agent(), volumes(), taken);
    }

    private Container agent() {
        var env = new ArrayList<EnvVar>(List.of(
                Variable.own("OS_DEFAULT__HOST", "spec.nodeName"),
                Variable.own("OS_DEFAULT__MY_IP", "status.hostIP"),
                LibvirtPods.virtType(compute)));
        env.addAll(reads.env());
        var mounts = new ArrayList<VolumeMount>(reads.mounts());
        mounts.addAll(List.of(
                NodePods.mount("libvirt", LibvirtPods.RUN),
                // Volumes that it mounts here are for guests, which another container starts.
                NodePods.shared("instances", Agent.STATE, "Bidirectional"),
                NodePods.mount("switch", Agent.SWITCH),
                NodePods.mount("dev", "/dev")));
        return new ContainerBuilder()
                .withName("compute")
                .withImage(OpenStackService.NOVA.image(compute.getSpec().image()))
                .withCommand("sh", NovaConfig.FOLDER + "/" + Scripts.COMPUTE)
                .withEnv(env)
                .withResources(resources())
                .withVolumeMounts(mounts)
                .build();
    }

    private List<Volume> volumes() {
        var volumes = new ArrayList<>(reads.volumes());
        volumes.addAll(List.of(
                NodePods.node("libvirt", LibvirtPods.RUN),
                NodePods.node("instances", Agent.STATE),
                NodePods.node("switch", Agent.SWITCH),
                NodePods.node("dev", "/dev")));
        return volumes;
    }

    private ResourceRequirements resources() {
        return Requests.unless(compute.getSpec().deployment().resources(), "20m", "256Mi");
    }
}
