package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.c5c3.local.image.Smallest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The first command on a machine that has none of the packages. */
@Tag("system")
class FreshMachineSystemTest {
    // Files of root in folders of others: removed by a program that knows about such.
    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    private FreshRoot root;

    @BeforeEach
    void unpack() {
        assumeTrue(Root.isUs(), "a root file system is root's to make");
        Debian.ensure(Progress.lines(System.out));
        root = FreshRoot.unpack(folder);
        root.write("/etc/resolv.conf", Text.read(Path.of("/etc/resolv.conf")).orElse(""));
        root.write("/etc/hosts", Text.read(Path.of("/etc/hosts")).orElse(""));
        // Those of this machine are mounted beside it.
        Text.delete(root.file("/etc/apt/sources.list"));
        root.write("/etc/apt/apt.conf.d/90test", "Acquire::Check-Valid-Until \"false\";\n");
    }

    @AfterEach
    void remove() {
        Command.of("rm", "-rf", "--one-file-system", folder.toString()).run();
    }

    /** Two commands at once, as two tests or two people may start them; an image is built as soon as the packages are said to be there. */
    @Test
    void packagesComeFirstAndWhole() {
        assertThat(root.file("/usr/bin/buildah")).doesNotExist();

        var results =
                Together.<Command.Result>all(List.of(() -> root.java(Smallest.class), () -> root.java(Smallest.class)));

        assertThat(results).allSatisfy(result -> {
            System.out.println(result.output());
            assertThat(result.ok()).as(result.output()).isTrue();
            assertThat(result.output()).endsWith("An image was built.\n");
        });
        assertThat(results.stream()
                        .filter(result -> result.output().contains("Installing "))
                        .count())
                .as("those who installed")
                .isEqualTo(1);
        assertThat(root.file("/etc/containers/policy.json")).exists();
    }

    @Test
    void packagesThatCannotBeFetchedAreOneSentence() {
        root.write(
                "/etc/apt/apt.conf.d/91broken",
                "Acquire::http::Proxy \"http://127.0.0.1:9/\";\nAcquire::https::Proxy \"http://127.0.0.1:9/\";\n");

        var result = root.java(Smallest.class);

        assertThat(result.ok()).isFalse();
        var last = result.output().lines().reduce("", (first, second) -> second);
        assertThat(last)
                .startsWith("The Debian packages containerd, runc, ")
                .contains(" cannot be installed ('apt-get' ended with status 100: E: ")
                .contains("): see that this machine reaches its package sources, and run the same command again; all"
                        + " that it said is in /root/")
                .endsWith(".log.");
        var log = last.substring(last.lastIndexOf(" /") + 1, last.length() - 1);
        assertThat(Text.read(root.file(log)).orElseThrow()).contains("apt-get").contains("127.0.0.1");
    }
}
