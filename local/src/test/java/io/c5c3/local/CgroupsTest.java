package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CgroupsTest {
    @Test
    void findsAllHierarchiesOfVersion1() {
        var mounts = Stream.of(
                "tmpfs /sys/fs/cgroup tmpfs rw 0 0",
                "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0",
                "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0",
                "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0");

        assertThat(Cgroups.hierarchies(mounts))
                .containsExactly(
                        Path.of("/sys/fs/cgroup/cpu,cpuacct"),
                        Path.of("/sys/fs/cgroup/memory"),
                        Path.of("/sys/fs/cgroup/unified"));
    }

    @Test
    void findsTheOneHierarchyOfVersion2() {
        assertThat(Cgroups.hierarchies(Stream.of("cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0")))
                .containsExactly(Path.of("/sys/fs/cgroup"));
    }
}
