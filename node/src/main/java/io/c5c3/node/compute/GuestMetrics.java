package io.c5c3.node.compute;

import io.c5c3.api.common.PodsBuilder;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFirewall;
import io.c5c3.engine.kube.Callers;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What libvirt tells Prometheus of guests, by an exporter on each hypervisor. It is a pod of its own, since the one of libvirt is in its
 * node's network and may do everything: this one is in neither, runs as nobody, and only the socket that changes nothing lets it in.
 *
 * @param taken nodes that are another resource's
 */
record GuestMetrics(NovaCompute compute, Set<String> taken) {

    private static final String PART = "metrics";
    private static final String SOCKET = LibvirtPods.RUN + "/libvirt-sock-ro";
    private static final long NOBODY = 65534;

    Step step(Facts facts) {
        var wish = compute.getSpec().metrics();
        if (!wish.enabled()) {
            return ServerGroup.notRequired("The resource does not ask for metrics.");
        }
        return new SequenceStep(
                new WorkloadStep(daemonSet(), beside(), Set.of()),
                wish.monitor().enabled()
                        ? group().monitoring(
                                        facts,
                                        PART,
                                        wish.monitor().labels(),
                                        wish.monitor().interval())
                        : ServerGroup.notRequired("The resource does not ask for a ServiceMonitor."));
    }

    /** Where libvirt is, and else as nobody asked. */
    private NodePods pods() {
        var libvirt = compute.getSpec().libvirt();
        var settings = PodsBuilder.builder(libvirt)
                .resources(null)
                .extraMounts(List.of())
                .terminationGracePeriodSeconds(null)
                .preStopSleepSeconds(null)
                .build();
        return new NodePods(compute, PART, settings, false);
    }

    private ServerGroup group() {
        return new ServerGroup(pods().name(), pods().labels(), pods().selector());
    }

    private List<HasMetadata> beside() {
        var rules = compute.getSpec().networkPolicy();
        var beside = new ArrayList<HasMetadata>();
        beside.add(group().headless(List.of(ServerGroup.port(PART, NovaCompute.METRICS_PORT))));
        beside.addAll(new ApiFirewall(
                        pods().name(),
                        pods().labels(),
                        pods().selector(),
                        List.of(NovaCompute.METRICS_PORT),
                        List.of(),
                        rules,
                        Callers.of(rules))
                .policy());
        return beside;
    }

    private DaemonSet daemonSet() {
        return pods().restricted(NOBODY, exporter(), NodePods.node("run", LibvirtPods.RUN), taken);
    }

    private Container exporter() {
        return new ContainerBuilder()
                .withName(PART)
                .withImage(LibvirtPods.image(compute.getSpec().libvirtImage()))
                .withCommand("prometheus-libvirt-exporter")
                .withArgs(
                        "--libvirt.uri=qemu:///system?socket=" + SOCKET,
                        // By libvirt's names alone nobody finds a server again.
                        "--libvirt.export-nova-metadata",
                        "--web.listen-address=:" + NovaCompute.METRICS_PORT)
                .addNewPort()
                .withName(PART)
                .withContainerPort(NovaCompute.METRICS_PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.of("10m", "32Mi"))
                .withNewReadinessProbe()
                .withNewTcpSocket()
                .withNewPort(PART)
                .endTcpSocket()
                .withPeriodSeconds(10)
                .endReadinessProbe()
                .withVolumeMounts(NodePods.mount("run", LibvirtPods.RUN)
                        .edit()
                        .withReadOnly(true)
                        .build())
                .build();
    }
}
