package io.c5c3.cli.tempest;

import io.c5c3.cli.terminal.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** Files on their way from a pod. */
final class Archive {
    private Archive() {}

    /** @param name is told of each file before it comes */
    static void unpack(InputStream packed, Path folder, Consumer<String> name) {
        var zip = new ZipInputStream(packed);
        try {
            Files.createDirectories(folder);
            @Nullable ZipEntry entry;
            while ((entry = zip.getNextEntry()) != null) {
                name.accept(entry.getName());
                var file = folder.resolve(entry.getName()).normalize();
                // What a pod says is not to be trusted with files of this machine.
                if (!folder.equals(file.getParent())) {
                    throw new Failure("The report has a file that does not belong into it: " + entry.getName() + ".");
                }
                Files.copy(zip, file, StandardCopyOption.REPLACE_EXISTING);
            }
            // The list of contents at the end is not needed, but whoever sends it waits until it was read.
            packed.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new Failure("The report cannot be written to " + folder + " (" + e.getMessage() + ").", e);
        }
    }
}
