package io.c5c3.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A real Kubernetes on this machine. Every method may be called at any time, by several threads and processes, whatever an earlier
 * call left behind: it looks at what is there and does the rest. In a test:
 *
 * {@snippet :
 * try (var cluster = LocalCluster.named("it-" + ProcessHandle.current().pid(), Profile.APISERVER).up(Progress.silent())) {
 *     var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig().toFile())).build();
 * }
 * }
 */
public final class LocalCluster implements AutoCloseable {
    /** How much of a Kubernetes it is. */
    public enum Profile {
        /** etcd, API server and controllers on loopback ports: for tests; several at once; no root needed. */
        APISERVER,
        /** Also scheduler, kubelet, container runtime, services, DNS and storage, in namespaces of its own; needs root. */
        FULL
    }

    private final Layout layout;
    private final Profile profile;
    private final Shape shape;

    private LocalCluster(Layout layout, Profile profile, Shape shape) {
        this.layout = layout;
        this.profile = profile;
        this.shape = shape;
    }

    public static LocalCluster named(String name, Profile profile) {
        var layout = Layout.of(name);
        return new LocalCluster(
                layout,
                profile,
                switch (profile) {
                    case APISERVER -> new ControlShape(layout);
                    case FULL -> new FullShape(layout, Optional.empty());
                });
    }

    /**
     * The same with so many nodes, from the next {@link #up} on; without this it has as many as before, or one. There may be more than there
     * were, and not fewer.
     */
    public LocalCluster nodes(int count) {
        return new LocalCluster(layout, profile, new FullShape(full().layout(), Optional.of(count)));
    }

    /** The cluster that the command line uses. */
    public static LocalCluster standard() {
        return named("c5c3", Profile.FULL);
    }

    /** Starts what does not run; returns when the cluster is usable. */
    public LocalCluster up(Progress progress) {
        exclusively(progress, lock -> {
            prepare();
            shape.start(progress);
        });
        return this;
    }

    private void prepare() {
        layout.create();
        try {
            Files.createDirectories(layout.etcd());
            Files.createDirectories(folderOf(layout.auditLog()));
        } catch (IOException e) {
            throw new LocalException(
                    layout.root() + " cannot be made: run as root, or set C5C3_STATE to a folder of yours.", e);
        }
    }

    /** Pulls the plug of all nodes at once: nothing is ended in order, and nobody is told. {@link #up} brings them back. */
    public void stopNodes(Progress progress) {
        var shape = full();
        exclusively(progress, lock -> shape.stopNodes(progress));
    }

    /** Ends all programs. With {@code purge} nothing remains; without, {@link #up} continues where it was. */
    public void down(boolean purge, Progress progress) {
        exclusively(progress, lock -> {
            if (!purge) {
                shape.stop(progress);
                return;
            }
            progress.run("Removing the cluster " + layout.name(), step -> {
                shape.remove();
                delete(lock);
            });
        });
    }

    /** Nothing is mounted below the folder: what a node mounts, it mounts in its own namespace. */
    private void delete(Lock lock) {
        Command.of("rm", "-rf", "--one-file-system", layout.root().toString()).run();
        lock.delete();
        try {
            Files.delete(folderOf(layout.root()));
        } catch (IOException e) {
            // Other clusters live there, too.
        }
    }

    void exclusively(Progress progress, Consumer<Lock> work) {
        try (var lock = Lock.hold(layout.lock(), progress)) {
            work.accept(lock);
        }
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    /** Whether all programs of all nodes run. */
    public boolean isRunning() {
        if (!Files.exists(layout.kubeconfig())) {
            return false;
        }
        var running = ProcessTable.marked(layout.root().toString()).stream()
                .filter(entry -> entry.command().getFirst().endsWith("/" + Daemon.nameIn(entry.mark())))
                .map(ProcessTable.Entry::mark)
                .toList();
        return shape.daemons().entrySet().stream()
                .flatMap(each ->
                        each.getValue().stream().map(name -> each.getKey().root() + ":" + name + ":"))
                .allMatch(wanted -> running.stream().anyMatch(mark -> mark.startsWith(wanted)));
    }

    /** Lets a client in, as administrator; works from anywhere on this machine. */
    public Path kubeconfig() {
        return layout.kubeconfig();
    }

    /** The network that joins a cloud on the cluster to this machine; none before the cluster was up, or where it has no nodes. */
    public Optional<Outside> outside() {
        return profile == Profile.FULL ? Addresses.known(layout.addresses()).map(Addresses::outside) : Optional.empty();
    }

    public Path stateDirectory() {
        return layout.root();
    }

    /** The API server's audit log: one line of JSON per request, metadata only. */
    public Path auditLog() {
        return layout.auditLog();
    }

    /** Loads images onto all nodes; those that are there with the same digest are left alone. Returns how many were loaded. */
    public int importImages(List<Path> ociArchives, Progress progress) {
        return stores().load(ociArchives, progress);
    }

    /** The names of the images that all nodes have. */
    public Set<String> images() {
        return stores().names();
    }

    private ImageStores stores() {
        return new ImageStores(full().nodes().list().stream()
                .filter(node -> node.isFirst() || node.isRunning())
                .map(Node::layout)
                .toList());
    }

    /** Its nodes, the first of which has the name of the cluster and the API server. */
    public List<LocalNode> nodes() {
        var shape = full();
        return shape.nodes().list().stream()
                .map(node -> new LocalNode(this, shape, node))
                .toList();
    }

    public LocalNode node(String name) {
        return new LocalNode(this, full(), full().nodes().named(name));
    }

    private FullShape full() {
        if (shape instanceof FullShape full) {
            return full;
        }
        throw new LocalException("The cluster " + layout.name() + " has no nodes: use the profile FULL.");
    }

    /** Removes it without a trace: for tests. */
    @Override
    public void close() {
        down(true, Progress.silent());
    }
}
