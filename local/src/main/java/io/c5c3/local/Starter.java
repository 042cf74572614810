package io.c5c3.local;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Brings nodes of a cluster to where their programs can be started: all of them, or a single one. */
record Starter(Nodes nodes, Addresses addresses, Authority authority, Progress progress) {
    static Starter of(Nodes nodes, Progress progress) {
        var cluster = nodes.cluster();
        return new Starter(
                nodes,
                Addresses.remembered(cluster.name(), cluster.addresses()),
                Authority.open(cluster.certificates(), cluster.name()),
                progress);
    }

    Site site(Node node) {
        var layout = node.layout();
        return new Site(
                layout,
                node,
                authority.in(layout.certificates()),
                addresses.node(1),
                addresses.services(),
                Ports.USUAL);
    }

    /** All that may have to be built or written comes before the first process. */
    void run(List<Node> wanted, Consumer<List<NodeStart>> work) {
        var pause = Tools.find("pause", progress);
        var config = Config.fromKubeconfig(nodes.cluster().kubeconfig().toFile());
        try (var probe = new Probe(authority.certificate());
                var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var readiness = new Readiness(probe);
            var starts =
                    wanted.stream().map(node -> start(node, client, readiness)).toList();
            ground(wanted, pause);
            work.accept(starts);
        }
    }

    private NodeStart start(Node node, KubernetesClient client, Readiness readiness) {
        var programs = new NodeDaemons(site(node), node, addresses, progress);
        return new NodeStart(programs, NodeCrew.of(programs), client, readiness, progress);
    }

    private void ground(List<Node> wanted, Path pause) {
        progress.run(wanted.size() == 1 ? "Starting the node" : "Starting the nodes", step -> {
            KernelSettings.of(nodes.cluster()).prepare();
            var cable = new Cable(nodes.cluster().name());
            cable.lay(addresses);
            for (var node : wanted) {
                step.detail(node.name());
                node.ensure(pause);
                cable.plug(node, addresses, nodes.count());
            }
        });
    }
}
