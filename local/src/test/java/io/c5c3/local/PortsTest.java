package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {
    @TempDir
    Path folder;

    @Test
    void areRemembered() {
        var first = Ports.remembered(folder.resolve("ports"), port -> false);

        assertThat(Ports.remembered(folder.resolve("ports"), port -> false)).isEqualTo(first);
    }

    @Test
    void changeOnlyWhereSomebodyElseSits() throws IOException {
        var first = Ports.remembered(folder.resolve("ports"), port -> false);
        try (var stranger = new ServerSocket(first.api(), 1, InetAddress.getLoopbackAddress())) {
            var second = Ports.remembered(folder.resolve("ports"), port -> false);

            assertThat(second.api()).isNotEqualTo(first.api());
            assertThat(second.etcd()).isEqualTo(first.etcd());
            assertThat(Ports.remembered(folder.resolve("ports"), port -> port == second.api()))
                    .isEqualTo(second);
        }
    }
}
