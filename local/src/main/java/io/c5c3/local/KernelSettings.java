package io.c5c3.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The settings of the machine's kernel that a full cluster changes: one by us, the others by the kubelet. There is one kernel for
 * all clusters, so the first remembers how it was, and the last puts it back.
 */
record KernelSettings(Path before) {
    private static final Path SYS = Path.of("/proc/sys");

    /** Every pod watches some files; the usual limit is for a desktop. */
    private static final String WATCHERS = "fs/inotify/max_user_instances";

    private static final int ENOUGH = 8192;

    static final List<String> CHANGED = List.of(
            WATCHERS,
            "vm/overcommit_memory",
            "vm/panic_on_oom",
            "kernel/panic",
            "kernel/panic_on_oops",
            "kernel/keys/root_maxkeys",
            "kernel/keys/root_maxbytes");

    static KernelSettings of(Layout cluster) {
        return new KernelSettings(cluster.root().resolveSibling(".kernel"));
    }

    void prepare() {
        if (!Files.exists(before)) {
            Text.write(
                    before,
                    CHANGED.stream().map(name -> name + " " + read(name) + "\n").collect(Collectors.joining()));
        }
        if (Long.parseLong(read(WATCHERS)) < ENOUGH) {
            write(WATCHERS, Integer.toString(ENOUGH));
        }
    }

    void restore() {
        Text.read(before)
                .ifPresent(text -> text.lines()
                        .map(line -> line.split(" ", 2))
                        .filter(setting -> !read(setting[0]).equals(setting[1]))
                        .forEach(setting -> write(setting[0], setting[1])));
        Text.delete(before);
    }

    /**
     * In one read: the kernel answers a second one with "end of file", and the JDK's own methods begin with a read of one byte
     * where a file claims to be empty, so they take 128 for 1.
     */
    static String read(String name) {
        var buffer = ByteBuffer.allocate(256);
        try (var channel = FileChannel.open(SYS.resolve(name))) {
            channel.read(buffer);
            return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new LocalException(
                    "The kernel setting " + name + " cannot be read: use a Linux machine with /proc.", e);
        }
    }

    static void write(String name, String value) {
        try {
            Files.writeString(SYS.resolve(name), value);
        } catch (IOException e) {
            throw new LocalException(
                    "The kernel setting " + name.replace('/', '.') + " cannot be set to " + value
                            + ": run as root, on a machine or virtual machine of your own.",
                    e);
        }
    }
}
