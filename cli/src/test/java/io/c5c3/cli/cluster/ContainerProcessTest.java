package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerProcessTest {
    @TempDir
    private Path proc;

    private void process(int number, String cgroup, String command) throws IOException {
        var folder = Files.createDirectories(proc.resolve(Integer.toString(number)));
        Files.writeString(folder.resolve("cgroup"), "4:pids:" + cgroup + "\n");
        Files.writeString(folder.resolve("comm"), command + "\n");
    }

    private static Pod pod(String container) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("c5c3-operator-x")
                .endMetadata()
                .withNewStatus()
                .addNewContainerStatus()
                .withContainerID("containerd://" + container)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    @Test
    void theJavaProcessOfTheContainerIsFound() throws IOException {
        process(10, "/c5c3/pods/podx/abc123", "sh");
        process(11, "/c5c3/pods/podx/abc123", "java");
        process(12, "/c5c3/pods/pody/def456", "java");
        assertThat(new ContainerProcess(proc).java(pod("abc123"))).isEqualTo(11);
        assertThatThrownBy(() -> new ContainerProcess(proc).java(pod("999")))
                .hasMessageStartingWith("Pod/c5c3-operator-x has no process on this machine");
    }
}
