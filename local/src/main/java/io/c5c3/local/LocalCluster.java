package io.c5c3.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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

    private LocalCluster(Layout layout, Profile profile) {
        this.layout = layout;
        this.profile = profile;
        this.shape = switch (profile) {
            case APISERVER -> new ControlShape(layout);
            case FULL -> new FullShape(layout);
        };
    }

    public static LocalCluster named(String name, Profile profile) {
        return new LocalCluster(Layout.of(name), profile);
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
        try {
            for (var folder : List.of(
                    layout.root(),
                    layout.logs(),
                    layout.var(),
                    layout.volumes(),
                    layout.etcd(),
                    folderOf(layout.auditLog()))) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new LocalException(
                    layout.root() + " cannot be made: run as root, or set C5C3_STATE to a folder of yours.", e);
        }
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

    private void exclusively(Progress progress, Consumer<Lock> work) {
        try (var lock = Lock.hold(layout.lock(), progress)) {
            work.accept(lock);
        }
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    public boolean isRunning() {
        if (!Files.exists(layout.kubeconfig())) {
            return false;
        }
        var running = ProcessTable.marked(layout.root() + ":").stream()
                .filter(entry -> entry.command().getFirst().endsWith("/" + Daemon.nameIn(entry.mark())))
                .map(entry -> Daemon.nameIn(entry.mark()))
                .collect(Collectors.toSet());
        return running.containsAll(shape.daemons());
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

    /** Loads images; those that are there with the same digest are left alone. */
    public void importImages(List<Path> ociArchives, Progress progress) {
        store().load(ociArchives, progress);
    }

    /** The names of the images in the cluster. */
    public Set<String> images() {
        return store().names();
    }

    private ImageStore store() {
        if (profile != Profile.FULL) {
            throw new LocalException(
                    "The cluster " + layout.name() + " has no node to hold images: use the profile FULL.");
        }
        return new ImageStore(layout);
    }

    /** Removes it without a trace: for tests. */
    @Override
    public void close() {
        down(true, Progress.silent());
    }
}
