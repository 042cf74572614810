package io.c5c3.local.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    @TempDir
    Path folder;

    @Test
    void equalContentHasEqualNames() throws IOException {
        var one = Files.writeString(folder.resolve("one"), "text");
        var other = Files.writeString(folder.resolve("other"), "text");
        assertThat(new Fingerprint().file("file", one).hex())
                .isEqualTo(new Fingerprint().file("file", other).hex())
                .matches("[0-9a-f]{16}");
    }

    @Test
    void contentLabelAndExecutableBitAllCount() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "text");
        var before = new Fingerprint().file("file", file).hex();
        assertThat(new Fingerprint().file("else", file).hex()).isNotEqualTo(before);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThat(new Fingerprint().file("file", file).hex()).isNotEqualTo(before);
        assertThat(file.toFile().setExecutable(false)).isTrue();
        Files.writeString(file, "Text");
        assertThat(new Fingerprint().file("file", file).hex()).isNotEqualTo(before);
    }

    @Test
    void neighboursDoNotRunIntoEachOther() {
        assertThat(new Fingerprint().text("a", "bc").hex())
                .isNotEqualTo(new Fingerprint().text("ab", "c").hex());
        assertThat(new Fingerprint().text("a", "b").text("c", "d").hex())
                .isNotEqualTo(new Fingerprint().text("c", "d").text("a", "b").hex());
    }
}
