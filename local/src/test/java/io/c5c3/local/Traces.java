package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that a cluster could leave on the machine: what is new since a first look. */
record Traces(Set<String> found, Set<String> settings) {
    /** Words by which a trace is known to be of a Kubernetes: other work on the machine goes on meanwhile. */
    private static final List<String> FOREIGN = List.of("kube", "cni", "c5-", "c5c3", "containerd");

    /** Looks for traces of the cluster with this name. */
    static Traces of(String name) {
        var found = new TreeSet<String>();
        found.addAll(
                having("mount ", Stream.of(read("/proc/mounts")), List.of("/" + name, "kubelet", "containerd/io")));
        found.addAll(having(
                "link ",
                Stream.of(run("ip", "-o", "link")),
                List.of("c5-" + name, "x5-" + name, "t5-" + name, "cni", "kube")));
        found.addAll(having("route ", Stream.of(run("ip", "route", "show", "table", "all")), List.of("5-" + name)));
        found.addAll(having("rule ", Stream.of(run("ip", "rule")), List.of("5-" + name)));
        found.addAll(having("netns ", Stream.of(run("ip", "netns")), FOREIGN));
        found.addAll(having("rule ", Stream.of(run("iptables-save")), List.of("KUBE-", "CNI-", "c5c3")));
        found.addAll(processes(name));
        found.addAll(cgroups(name));
        found.addAll(files(name));
        return new Traces(found, settings(name));
    }

    /** What is here and was not there. */
    Set<String> since(Traces before) {
        var now = new TreeSet<>(found);
        now.removeAll(before.found);
        if (!before.settings.isEmpty()) {
            now.addAll(settings);
            now.removeAll(before.settings);
        }
        return now;
    }

    /** There is one kernel: while others run clusters, its settings say nothing about ours. */
    private static Set<String> settings(String name) {
        return Cgroups.of(name).isLast()
                ? KernelSettings.CHANGED.stream()
                        .map(setting -> "setting " + setting + " " + KernelSettings.read(setting))
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private static Set<String> having(String kind, Stream<String> texts, List<String> words) {
        return texts.flatMap(String::lines)
                .filter(line -> words.stream().anyMatch(line::contains))
                .map(line -> kind + line)
                .collect(Collectors.toSet());
    }

    /** By their marks and by the state folder in their command lines: orphaned shims and pods have the one or the other. */
    private static Set<String> processes(String name) {
        var root = Layout.of(name).root().toString();
        var marked = Stream.concat(ProcessTable.marked(root + ":").stream(), ProcessTable.marked(root + "/").stream())
                .map(entry -> "process " + entry.command());
        var named = ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(root))
                .map(line -> "process " + line);
        return Stream.concat(marked, named).collect(Collectors.toSet());
    }

    private static Set<String> cgroups(String name) {
        return Cgroups.of(name).hierarchies().stream()
                .map(hierarchy -> hierarchy.resolve("c5c3").resolve(name))
                .filter(Files::exists)
                .map(group -> "cgroup " + group)
                .collect(Collectors.toSet());
    }

    private static Set<String> files(String name) {
        var layout = Layout.of(name);
        var ours = Stream.of(layout.root(), layout.lock());
        // Where container runtimes, kubelets and network plugins keep things when nobody tells them otherwise.
        var usual = Stream.of("/var/lib/cni", "/var/lib/kubelet", "/run/netns", "/run/containerd", "/var/log/pods")
                .map(Path::of);
        return Stream.concat(ours, usual)
                .filter(Files::exists)
                .map(file -> "file " + file)
                .collect(Collectors.toSet());
    }

    private static String run(String... words) {
        return Command.of(words).run();
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
