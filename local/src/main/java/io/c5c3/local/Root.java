package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process may do to the machine. */
public final class Root {
    private static final int CAP_SYS_RESOURCE = 24;

    private Root() {}

    public static boolean isUs() {
        return field("Uid").split("\\s+", -1)[1].equals("0");
    }

    /** Whether runc may lower a process's oom_score_adj; some virtual machines keep that right even from root. */
    static boolean maySetOomScore() {
        return (Long.parseUnsignedLong(field("CapEff"), 16) >>> CAP_SYS_RESOURCE & 1) == 1;
    }

    private static String field(String name) {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElseThrow(
                            () -> new LocalException("This kernel does not tell " + name + ": use a Linux machine."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
