package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the processes of a container on this machine: the kernel files them under the container's id. */
public final class ContainerProcess {
    private final Path proc;

    public ContainerProcess() {
        this(Path.of("/proc"));
    }

    ContainerProcess(Path proc) {
        this.proc = proc;
    }

    /** The number of the pod's Java process, or of its first process when none is Java. */
    public long java(Pod pod) {
        var name = pod.getMetadata().getName();
        var members = ids(pod).flatMap(id -> members(id).stream()).sorted().toList();
        return members.stream()
                .filter(number -> read(proc.resolve(number + "/comm")).strip().equals("java"))
                .findFirst()
                .or(() -> members.stream().findFirst())
                .orElseThrow(() -> new Failure("Pod/" + name + " has no process on this machine:"
                        + " it runs elsewhere, has just ended, or needs root to be seen."));
    }

    /** Without the scheme: containerd://0123... */
    private static Stream<String> ids(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .filter(container ->
                        container.getState() != null && container.getState().getRunning() != null)
                .map(container -> container.getContainerID().replaceFirst("^.*://", ""));
    }

    private List<Long> members(String id) {
        var numbers = new ArrayList<Long>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (var process : processes) {
                if (read(process.resolve("cgroup")).contains(id)) {
                    numbers.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            throw new Failure(proc + " cannot be read: this works on Linux only.", e);
        }
        return numbers;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return ""; // it ended while we looked
        }
    }
}
