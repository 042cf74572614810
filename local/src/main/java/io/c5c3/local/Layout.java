package io.c5c3.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a cluster, or one of its nodes, keeps its files: all below one folder, so that removing it removes them. The first node's are those
 * of the cluster.
 */
record Layout(String name, Path root) {
    // Names become host names, interface names and parts of socket paths (which the kernel limits to 107 bytes).
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,34}[a-z0-9])?");

    private static final int LONGEST = 32;

    Layout {
        if (!NAME.matcher(name).matches()) {
            throw refusal(name);
        }
    }

    private static LocalException refusal(String name) {
        return new LocalException("'" + name + "' cannot name a cluster: use at most " + LONGEST
                + " lower-case letters, digits and dashes.");
    }

    static Layout of(String name) {
        if (name.length() > LONGEST) {
            throw refusal(name);
        }
        return new Layout(
                name, stateRoot(System.getenv(), Root.isUs(), Cache.directory()).resolve(name));
    }

    static Path stateRoot(Map<String, String> environment, boolean root, Path cache) {
        var told = environment.getOrDefault("C5C3_STATE", "");
        if (!told.isBlank()) {
            return Path.of(told).toAbsolutePath();
        }
        return root ? Path.of("/var/lib/c5c3") : cache.resolve("state");
    }

    /** That of another node than the first, by its number. */
    Layout node(int number) {
        return new Layout(name + "-" + number, root.resolve("nodes").resolve(Integer.toString(number)));
    }

    /** Makes the folders that programs expect to be there. */
    void create() {
        try {
            for (var folder : List.of(root, logs(), var(), volumes())) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new LocalException(root + " cannot be made: run as root, or set C5C3_STATE to a folder of yours.", e);
        }
    }

    Path lock() {
        return root.resolveSibling("." + name + ".lock");
    }

    Path kubeconfig() {
        return root.resolve("kubeconfig");
    }

    Path auditLog() {
        return root.resolve("audit/audit.log");
    }

    Path certificates() {
        return root.resolve("pki");
    }

    Path configuration() {
        return root.resolve("etc");
    }

    /** How many nodes there are. */
    Path nodes() {
        return configuration().resolve("nodes");
    }

    /** The choice of networks, made at the first start. */
    Path addresses() {
        return configuration().resolve("addresses");
    }

    Path logs() {
        return root.resolve("log");
    }

    Path log(String daemon) {
        return logs().resolve(daemon + ".log");
    }

    Path etcd() {
        return root.resolve("etcd");
    }

    Path containerdSocket() {
        return root.resolve("containerd.sock");
    }

    /** What the node sees as its /var: runtime, kubelet, pod logs and what pods keep on their host. */
    Path var() {
        return root.resolve("var");
    }

    Path volumes() {
        return root.resolve("volumes");
    }
}
