package io.c5c3.local;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A whole cluster of one node, which lives in namespaces of its own. */
record FullShape(Layout layout) implements Shape {
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    @Override
    public List<String> daemons() {
        return Stream.concat(ControlDaemons.NAMES.stream(), NodeDaemons.NAMES.stream())
                .toList();
    }

    @Override
    public void start(Progress progress) {
        if (!Root.isUs()) {
            throw new LocalException("A local cluster with a node needs root: run the command with sudo,"
                    + " or set KUBECONFIG to a cluster that you have.");
        }
        Debian.ensure(progress);
        var addresses = Addresses.remembered(layout.name(), layout.addresses());
        var node = node();
        var authority = Authority.open(layout.certificates(), layout.name());
        var site = new Site(layout, node, authority, addresses.node(), addresses.services(), Ports.USUAL);
        var access = site.admin();
        var control = new ControlDaemons(site, progress);
        var programs = new NodeDaemons(site, node.cgroups(), addresses, progress);
        var crew = Crew.of(control, programs);
        var pause = Tools.find("pause", progress);
        progress.run("Starting the node", step -> {
            kernel().prepare();
            node.ensure(pause);
            cable().plug(node, addresses);
        });
        var config = Config.fromKubeconfig(access.toFile());
        try (var probe = new Probe(authority.certificate());
                var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var readiness = new Readiness(probe);
            var addons = new Addons(addresses);
            new FullStart(layout, crew, control, programs, addons, client, readiness, progress).run();
        }
    }

    @Override
    public void stop(Progress progress) {
        progress.run("Stopping pods, kubelet and API server", step -> {
            // First those who would start pods again. etcd and the runtime need no farewell: they write down every step
            // at once.
            step.detail("kubelet and controllers");
            end("kubelet", "kube-controller-manager", "kube-scheduler");
            step.detail("pods");
            node().dismissPods(FAREWELL);
            step.detail("node");
            remove();
        });
    }

    private void end(String... daemons) {
        var wanted = List.of(daemons);
        var found = ProcessTable.marked(layout.root() + ":").stream()
                .filter(entry -> wanted.contains(Daemon.nameIn(entry.mark())))
                .map(ProcessTable.Entry::handle)
                .toList();
        ProcessTable.end(found, FAREWELL);
    }

    @Override
    public void remove() {
        node().stop();
        cable().unplug();
        if (node().cgroups().isLast()) {
            kernel().restore();
        }
    }

    private Node node() {
        return new Node(layout, Cgroups.of(layout.name()));
    }

    private Cable cable() {
        return new Cable(layout.name());
    }

    private KernelSettings kernel() {
        return new KernelSettings(layout.root().resolveSibling(".kernel"));
    }
}
