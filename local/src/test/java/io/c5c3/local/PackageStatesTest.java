package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageStatesTest {
    @TempDir
    Path folder;

    /** What dpkg said while apt-get was unpacking: buildah was on the path, and had no policy yet. */
    private final PackageStates unpacking = PackageStates.parse("""
            buildah unpacked
            runc installed
            docker.io config-files
            ebtables not-installed
            libc6 installed
            libc6 half-configured
            """);

    @Test
    void whatIsUnpackedIsNotThereYet() {
        assertThat(unpacking.isHalf("buildah")).isTrue();
        assertThat(unpacking.isHalf("runc")).isFalse();
        assertThat(unpacking.isHalf("docker.io")).isFalse();
        assertThat(unpacking.isHalf("never-heard-of")).isFalse();
        assertThat(unpacking.anyHalf()).isTrue();
    }

    @Test
    void onePackageForTwoArchitecturesIsAsGoodAsTheWorse() {
        assertThat(unpacking.isHalf("libc6")).isTrue();
    }

    @Test
    void aPartNeedsItsFilesAndARestingPackage() throws Exception {
        var file = folder.resolve("policy.json");
        var part = new Debian.Part("buildah", List.of("sh", file.toString()));
        var resting = PackageStates.parse("buildah installed\n");
        assertThat(part.isThere(resting)).as("a file is lost").isFalse();

        Files.createFile(file);
        assertThat(part.isThere(resting)).isTrue();
        assertThat(part.isThere(PackageStates.parse("")))
                .as("it came another way")
                .isTrue();
        assertThat(part.isThere(unpacking)).as("it is being unpacked").isFalse();
    }
}
