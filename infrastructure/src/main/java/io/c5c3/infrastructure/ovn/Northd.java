package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The daemon between the databases. It looks for the members that lead, so it is told of all of them. */
record Northd(OVNCluster cluster) {

    static final String COMPONENT = "northd";

    private static final String RUN = "/run/ovn";
    private static final String CONTROL = RUN + "/northd.ctl";

    String name() {
        return cluster.getMetadata().getName() + "-" + COMPONENT;
    }

    private Map<String, String> labels() {
        return Labels.of("ovn", cluster.getMetadata().getName(), COMPONENT);
    }

    private Map<String, String> selector() {
        return Labels.selector("ovn", cluster.getMetadata().getName(), COMPONENT);
    }

    List<HasMetadata> beside(Facts facts) {
        return new OvnFirewall(cluster, facts).northd(name(), labels(), selector());
    }

    Deployment deployment() {
        var volumes = new ArrayList<Volume>(List.of(Containers.emptyDir("run")));
        new OvnTls(cluster).files().ifPresent(files -> volumes.add(files.volume()));
        var spec = cluster.getSpec().northd();
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(spec.replicas())
                .withNewSelector()
                .withMatchLabels(selector())
                .endSelector()
                .withTemplate(PodTemplate.of(
                                labels(),
                                selector(),
                                PodTemplate.OPENSTACK,
                                spec.pods(),
                                container(),
                                volumes.toArray(Volume[]::new))
                        .movable()
                        .build())
                .endSpec()
                .build();
    }

    private Container container() {
        var tls = new OvnTls(cluster);
        var spec = cluster.getSpec().northd();
        var command = new ArrayList<>(List.of(
                "ovn-northd",
                "--ovnnb-db="
                        + new RaftDatabase(cluster, Side.NORTHBOUND)
                                .everyMember()
                                .text(),
                "--ovnsb-db="
                        + new RaftDatabase(cluster, Side.SOUTHBOUND)
                                .everyMember()
                                .text(),
                "--unixctl=" + CONTROL));
        command.addAll(tls.arguments());
        command.addAll(List.of(Containers.LOGGING));
        var mounts = new ArrayList<VolumeMount>(List.of(Containers.mount("run", RUN)));
        tls.files().ifPresent(files -> mounts.add(files.mount()));
        return new ContainerBuilder()
                .withName("ovn-northd")
                .withImage(OvnImages.ovn(cluster))
                .withCommand(command)
                .withResources(Requests.unless(
                        spec.resources() == null ? spec.pods().resources() : spec.resources(), "20m", "32Mi"))
                .withStartupProbe(Containers.probe(1, 60, "ovs-appctl", "--timeout=5", "-t", CONTROL, "status"))
                .withLivenessProbe(Containers.probe(20, 6, "ovs-appctl", "--timeout=5", "-t", CONTROL, "status"))
                .withVolumeMounts(mounts)
                .build();
    }
}
