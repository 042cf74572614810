package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageArchiveTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("layer"), "x".repeat(70_000));
        Files.writeString(folder.resolve("index.json"), """
                {"schemaVersion": 2, "manifests": [{"digest": "sha256:abc", "size": 1,
                  "annotations": {"org.opencontainers.image.ref.name": "registry.k8s.io/pause:3.10"}}]}
                """);
    }

    @Test
    void namesItsImages() {
        Command.of("tar", "cf", "image.tar", "layer", "index.json").in(folder).run();

        assertThat(ImageArchive.names(folder.resolve("image.tar")))
                .containsExactly(entry("registry.k8s.io/pause:3.10", "sha256:abc"));
    }

    @Test
    void anotherTarNamesNone() {
        Command.of("tar", "cf", "other.tar", "layer").in(folder).run();

        assertThat(ImageArchive.names(folder.resolve("other.tar"))).isEmpty();
    }
}
