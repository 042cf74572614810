package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The control groups of a node: in every hierarchy of cgroup v1, or in the one of v2. Those of the first are the cluster's, and hold those of
 * the others.
 */
record Cgroups(String name, List<Path> hierarchies) {
    private static final String FAMILY = "c5c3";

    /** Where the node's own programs are; its pods are beside it, in the kubelet's "kubepods". */
    private static final String DAEMONS = "daemons";

    private static final String PODS = "kubepods";

    static Cgroups of(String name) {
        try (var mounts = Files.lines(Path.of("/proc/self/mounts"))) {
            return new Cgroups(name, hierarchies(mounts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> hierarchies(Stream<String> mounts) {
        return mounts.map(line -> line.split(" ", -1))
                .filter(fields -> fields[2].equals("cgroup") || fields[2].equals("cgroup2"))
                .map(fields -> Path.of(fields[1]))
                .distinct()
                .toList();
    }

    /** What the kubelet calls its root. */
    String path() {
        return "/" + FAMILY + "/" + name;
    }

    void create() {
        try {
            for (var hierarchy : hierarchies) {
                var group = hierarchy;
                for (var part : Path.of(FAMILY, name, DAEMONS)) {
                    handDown(group);
                    var child = group.resolve(part);
                    Files.createDirectories(child);
                    inherit(group, child);
                    group = child;
                }
            }
        } catch (IOException e) {
            throw new LocalException(
                    "Control groups cannot be made (" + e.getMessage() + "): run on a machine or"
                            + " virtual machine of your own, where root may write below /sys/fs/cgroup.",
                    e);
        }
    }

    /** cgroup v2: what a group's children may limit has to be switched on in the group. */
    private static void handDown(Path group) throws IOException {
        var controllers = group.resolve("cgroup.controllers");
        if (Files.exists(controllers)) {
            var all = Files.readString(controllers).strip();
            for (var controller : all.isEmpty() ? new String[0] : all.split(" ", -1)) {
                attempt(group.resolve("cgroup.subtree_control"), "+" + controller);
            }
        }
    }

    /** cgroup v1: a new cpuset is empty, and no process can enter an empty one. */
    private static void inherit(Path parent, Path child) throws IOException {
        if (Files.exists(child.resolve("cgroup.controllers"))) {
            return;
        }
        for (var file : List.of("cpuset.cpus", "cpuset.mems")) {
            var own = child.resolve(file);
            if (Files.exists(own) && Files.readString(own).isBlank()) {
                Files.writeString(own, Files.readString(parent.resolve(file)));
            }
        }
    }

    /** Some controllers refuse (real-time threads outside, for example); the kubelet names those that it misses. */
    private static void attempt(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            // Refused: see above.
        }
    }

    /** Files that take the number of a process in, one per hierarchy. */
    List<Path> entrances() {
        return groups(DAEMONS).map(group -> group.resolve("cgroup.procs")).toList();
    }

    List<ProcessHandle> processes() {
        return processes(groups(""));
    }

    /** Only those of the node's pods. */
    List<ProcessHandle> podProcesses() {
        return processes(groups(PODS));
    }

    private static List<ProcessHandle> processes(Stream<Path> groups) {
        return groups.flatMap(Cgroups::tree)
                .flatMap(group -> numbers(group.resolve("cgroup.procs")))
                .distinct()
                .flatMap(number -> ProcessHandle.of(number).stream())
                .toList();
    }

    /** Removes them; nobody may be inside any more. The kernel takes a moment to see that the last one left. */
    void remove() {
        Await.atMost(
                        Duration.ofSeconds(10),
                        "the control groups " + path() + " to become empty; see who is in their cgroup.procs")
                .until(() -> {
                    groups("").flatMap(Cgroups::tree).forEach(Cgroups::attemptRemoval);
                    return groups("").findAny().isEmpty();
                });
        hierarchies.forEach(hierarchy -> attemptRemoval(hierarchy.resolve(FAMILY)));
    }

    /** Whether no cluster of this machine has any. */
    boolean isLast() {
        return hierarchies.stream().noneMatch(hierarchy -> Files.exists(hierarchy.resolve(FAMILY)));
    }

    private static void attemptRemoval(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            // Somebody is still inside: the caller asks again. Or, for the family, another cluster is.
        }
    }

    private Stream<Path> groups(String part) {
        return hierarchies.stream()
                .map(hierarchy -> hierarchy.resolve(FAMILY).resolve(name).resolve(part))
                .filter(Files::isDirectory);
    }

    /** A group and all below it, the deepest first. */
    private static Stream<Path> tree(Path group) {
        try (var all = Files.walk(group)) {
            return all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList().stream();
        } catch (IOException | UncheckedIOException e) {
            // It went away while we looked: pods end whenever they like.
            return Stream.of();
        }
    }

    private static Stream<Long> numbers(Path file) {
        try {
            return Files.readAllLines(file).stream().map(Long::valueOf);
        } catch (IOException e) {
            return Stream.of();
        }
    }
}
