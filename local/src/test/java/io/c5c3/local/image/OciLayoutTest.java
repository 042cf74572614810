package io.c5c3.local.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.local.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciLayoutTest {
    @TempDir
    Path folder;

    @Test
    void theOneImageGetsAllItsNames() throws IOException {
        Files.writeString(folder.resolve("index.json"), """
                {"schemaVersion": 2, "manifests": [{"mediaType": "application/vnd.oci.image.manifest.v1+json",
                  "digest": "sha256:1234", "size": 5}]}
                """);
        OciLayout.name(folder, List.of("example.org/one:latest", "example.org/one:v1"));
        var manifests = new ObjectMapper()
                .readTree(folder.resolve("index.json").toFile())
                .path("manifests");
        assertThat(manifests)
                .hasSize(2)
                .allSatisfy(
                        manifest -> assertThat(manifest.path("digest").asText()).isEqualTo("sha256:1234"));
        assertThat(manifests)
                .map(manifest ->
                        manifest.at("/annotations/io.containerd.image.name").asText())
                .containsExactly("example.org/one:latest", "example.org/one:v1");
    }

    @Test
    void theIndexComesBeforeTheLayers() throws IOException {
        var layout = Files.createDirectories(folder.resolve("layout"));
        Files.createDirectories(layout.resolve("blobs/sha256"));
        Files.writeString(layout.resolve("index.json"), "{}");
        Files.writeString(layout.resolve("oci-layout"), "{}");
        var archive = folder.resolve("archive.tar");
        OciLayout.pack(layout, archive);
        assertThat(Command.of("tar", "--list", "--file", archive.toString())
                        .run()
                        .lines())
                .containsExactly("oci-layout", "index.json", "blobs/", "blobs/sha256/");
    }
}
