package io.c5c3.local;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A whole cluster, whose nodes live in namespaces of their own.
 *
 * @param wanted how many nodes it shall have; as many as it has, or one, when nobody says
 */
record FullShape(Layout layout, Optional<Integer> wanted) implements Shape {
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final List<String> CONTROL = Stream.concat(
                    ControlDaemons.NAMES.stream(), Stream.of("kube-scheduler", StorageDaemon.NAME))
            .toList();

    Nodes nodes() {
        return Nodes.wanted(layout, wanted);
    }

    @Override
    public Map<Layout, List<String>> daemons() {
        var daemons = new LinkedHashMap<Layout, List<String>>();
        for (var node : nodes().list()) {
            daemons.put(
                    node.layout(),
                    Stream.concat(node.isFirst() ? CONTROL.stream() : Stream.of(), NodeDaemons.NAMES.stream())
                            .toList());
        }
        return daemons;
    }

    @Override
    public void start(Progress progress) {
        mustBeRoot();
        var nodes = nodes();
        Debian.ensure(progress);
        nodes.remember();
        var starter = Starter.of(nodes, progress);
        var site = starter.site(nodes.first());
        site.admin();
        var control = new ControlDaemons(site, progress);
        var crew = Crew.of(control, new StorageDaemon(site, nodes.list(), progress));
        var addons = new Addons(layout.name(), starter.addresses());
        starter.run(nodes.list(), starts -> new FullStart(crew, control, starts, addons, progress).run());
    }

    /** Brings back what {@link #stopNode} took, or mends what is broken. */
    void startNode(Node node, Progress progress) {
        mustBeRoot();
        Starter.of(nodes(), progress).run(List.of(node), starts -> {
            var start = starts.getFirst();
            start.runtime();
            new ImageStore(node.layout()).adopt(new ImageStore(layout), progress);
            start.proxy();
            start.kubelet();
            start.letPodsIn();
        });
    }

    /** Pulls the plug: the network first, so that nobody hears a last word. */
    void stopNode(Node node, Progress progress) {
        mustBeRoot();
        if (node.isFirst()) {
            throw new LocalException(
                    node.name() + " has the API server and etcd, without which nobody would notice that"
                            + " a node is gone: stop another one, or the whole cluster with './c5c3 down'.");
        }
        progress.run("Stopping " + node.name(), step -> {
            cable().unplug(node.number());
            node.stop();
        });
    }

    /** All at once, the one with the API server too. */
    void stopNodes(Progress progress) {
        mustBeRoot();
        progress.run("Stopping all nodes", step -> {
            nodes().list().forEach(node -> cable().unplug(node.number()));
            nodes().list().reversed().forEach(Node::stop);
        });
    }

    void cut(Node one, Node other, Progress progress) {
        mustBeRoot();
        if (one.equals(other)) {
            throw new LocalException(
                    "There is no line between " + one.name() + " and itself: name two nodes of './c5c3 node list'.");
        }
        progress.run(
                "Cutting " + one.name() + " from " + other.name(),
                step -> cable().cut(one, other, Addresses.remembered(layout.name(), layout.addresses())));
    }

    void mend(Node one, Node other, Progress progress) {
        mustBeRoot();
        progress.run(
                "Joining " + one.name() + " and " + other.name(),
                step -> cable().mend(one, other, Addresses.remembered(layout.name(), layout.addresses())));
    }

    private static void mustBeRoot() {
        if (!Root.isUs()) {
            throw new LocalException("A local cluster with a node needs root: run the command with sudo,"
                    + " or set KUBECONFIG to a cluster that you have.");
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
            Together.run(nodes().list().stream()
                    .<Runnable>map(node -> () -> node.dismissPods(FAREWELL))
                    .toArray(Runnable[]::new));
            step.detail("node");
            remove();
        });
    }

    private void end(String... daemons) {
        var wanted = List.of(daemons);
        var found = nodes().list().stream()
                .flatMap(node -> ProcessTable.marked(node.layout().root() + ":").stream())
                .filter(entry -> wanted.contains(Daemon.nameIn(entry.mark())))
                .map(ProcessTable.Entry::handle)
                .toList();
        ProcessTable.end(found, FAREWELL);
    }

    /** The first comes last, since its control groups hold those of the others. */
    @Override
    public void remove() {
        nodes().list().reversed().forEach(Node::stop);
        cable().remove();
        if (nodes().first().cgroups().isLast()) {
            KernelSettings.of(layout).restore();
        }
    }

    private Cable cable() {
        return new Cable(layout.name());
    }
}
