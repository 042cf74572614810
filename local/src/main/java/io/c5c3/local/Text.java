package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;

/** Text files of a cluster: whole or not there at all, readable by their owner only. */
final class Text {
    private Text() {}

    static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes unless the very text is there already. */
    static Path write(Path file, String text) {
        if (read(file).equals(Optional.of(text))) {
            return file;
        }
        var folder = Objects.requireNonNull(file.getParent());
        try {
            Files.createDirectories(folder);
            var unfinished = Files.createTempFile(
                    folder,
                    ".",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(unfinished, text, StandardCharsets.UTF_8);
            return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new LocalException(
                    file + " cannot be written (" + e.getMessage() + "): make room, or run as root.", e);
        }
    }
}
