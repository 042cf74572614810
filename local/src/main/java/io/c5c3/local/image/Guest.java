package io.c5c3.local.image;

import io.c5c3.local.LocalException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A virtual machine to be.
 *
 * @param image what the users of a cloud call it, e.g. debian-13
 * @param disk its disk, packed with gzip
 */
public record Guest(String image, Path disk) {
    /** What the disk was made of, in short: equal text, equal disk. */
    public String source() {
        var name = String.valueOf(disk.getFileName());
        return name.substring(name.lastIndexOf('-') + 1, name.indexOf('.'));
    }

    public long packedSize() {
        try {
            return Files.size(disk);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The size of the disk itself, which gzip writes at the end: right below 4 GiB, which no disk of ours comes near. */
    public long size() {
        try (var file = new RandomAccessFile(disk.toFile(), "r")) {
            file.seek(file.length() - Integer.BYTES);
            return Integer.toUnsignedLong(Integer.reverseBytes(file.readInt()));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private LocalException unreadable(IOException e) {
        return new LocalException(disk + " cannot be read: delete it, and run the same command again.", e);
    }
}
