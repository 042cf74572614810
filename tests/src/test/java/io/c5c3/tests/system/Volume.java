package io.c5c3.tests.system;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;

/** What is on the volume of a claim, as somebody with access to the node may take it away and bring it back. */
final class Volume {

    private final Path folder;
    private final Path aside;

    Volume(KubernetesClient client, String namespace, String claim) {
        var volume = client.persistentVolumeClaims()
                .inNamespace(namespace)
                .withName(claim)
                .get()
                .getSpec()
                .getVolumeName();
        folder = Path.of(client.persistentVolumes()
                .withName(volume)
                .get()
                .getSpec()
                .getHostPath()
                .getPath());
        aside = folder.resolveSibling(folder.getFileName() + ".aside");
    }

    void takeAway() {
        try {
            Files.move(folder, aside);
            Files.createDirectory(folder);
            // As the provisioner makes one: servers write there under users of their own.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void bringBack() {
        try (var rest = Files.walk(folder)) {
            rest.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            Files.move(aside, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
