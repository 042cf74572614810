package io.c5c3.local;

import java.time.Duration;
import java.util.List;

/** A node of a local cluster, which may be lost and come back. */
public final class LocalNode {
    private final LocalCluster cluster;
    private final FullShape shape;
    private final Node node;

    LocalNode(LocalCluster cluster, FullShape shape, Node node) {
        this.cluster = cluster;
        this.shape = shape;
        this.node = node;
    }

    public String name() {
        return node.name();
    }

    /** Whether it has power, so to speak; whether it is ready is for Kubernetes to say. */
    public boolean isRunning() {
        return node.isRunning();
    }

    /**
     * Pulls its plug: every process is killed, the network is gone, and nobody is told. Its volumes and images stay. The first node, which has
     * the API server, cannot be stopped alone.
     */
    public void stop(Progress progress) {
        cluster.exclusively(progress, lock -> shape.stopNode(node, progress));
    }

    /** Brings it back with its volumes and images; returns when it is ready, and takes new pods, also after {@link #drain}. */
    public void start(Progress progress) {
        if (!cluster.node(shape.nodes().first().name()).isRunning()) {
            throw new LocalException("The local cluster does not run: './c5c3 up' starts it, with all of its nodes.");
        }
        cluster.exclusively(progress, lock -> shape.startNode(node, progress));
    }

    /** Cuts the line between it and another: neither node nor pods hear of each other, and nobody is told. All others hear both. */
    public void cut(LocalNode other, Progress progress) {
        cluster.exclusively(progress, lock -> shape.cut(node, other.node, progress));
    }

    /** Takes {@link #cut} back; so does whatever starts one of the two. */
    public void mend(LocalNode other, Progress progress) {
        cluster.exclusively(progress, lock -> shape.mend(node, other.node, progress));
    }

    /** Asks its pods to go elsewhere, as their budgets allow, and lets no new ones in; returns when they have gone. */
    public void drain(Duration limit, Progress progress) {
        progress.run(
                "Draining " + name(),
                step -> Command.of(List.of(
                                Tools.find("kubectl", progress).toString(),
                                "--kubeconfig=" + cluster.kubeconfig(),
                                "drain",
                                name(),
                                "--ignore-daemonsets",
                                "--delete-emptydir-data",
                                "--timeout=" + limit.toSeconds() + "s"))
                        .otherwise(
                                "Not all pods left " + name(),
                                "a PodDisruptionBudget may keep them ('./c5c3 kubectl get pdb -A'); './c5c3 node start "
                                        + name() + "' lets pods in again")
                        .run(step::detail));
    }
}
