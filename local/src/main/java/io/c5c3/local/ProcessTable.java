package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine's processes that carry a cluster's mark in their environment. The kernel's own table is the truth: unlike a pid
 * file it is never stale, never names a stranger who got the number later, and knows a process that was started by someone who
 * was killed before he could write anything down.
 */
final class ProcessTable {
    /** The environment variable that marks a process: state folder, daemon and what it was started with. */
    static final String MARK = "C5C3_DAEMON";

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    record Entry(ProcessHandle handle, List<String> command, String mark) {}

    /** All living processes whose mark begins with this text. */
    static List<Entry> marked(String prefix) {
        var found = new ArrayList<Entry>();
        ProcessHandle.allProcesses().forEach(handle -> {
            var folder = PROC.resolve(Long.toString(handle.pid()));
            for (var variable : words(folder.resolve("environ"))) {
                if (variable.startsWith(MARK + "=" + prefix)) {
                    var command = words(folder.resolve("cmdline"));
                    // A process that has ended but was not yet buried has no command line any more.
                    if (!command.isEmpty()) {
                        found.add(new Entry(handle, command, variable.substring(MARK.length() + 1)));
                    }
                }
            }
        });
        return found;
    }

    /** Unreadable means ended meanwhile, or somebody else's: neither is ours. */
    private static List<String> words(Path file) {
        try {
            var text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return text.isEmpty() ? List.of() : List.of(text.split("\0"));
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Asks politely, waits as long as {@code patience}, then insists. Returns when all are gone. */
    static void end(List<ProcessHandle> processes, Duration patience) {
        processes.forEach(ProcessHandle::destroy);
        if (!Await.atMost(patience, "processes to end").holds(() -> noneAlive(processes))) {
            kill(processes);
        }
    }

    static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
        Await.atMost(
                        Duration.ofSeconds(20),
                        "killed processes " + processes + " to go: look at what they wait for in /proc")
                .until(() -> noneAlive(processes));
    }

    /** Whether it leads a container, and so should be the one that is asked to end it; a container may do without a PID namespace. */
    static boolean leads(ProcessHandle process, int depthOfNode) {
        var numbers = words(PROC.resolve(process.pid() + "/status")).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("NSpid:"))
                .map(line -> List.of(line.substring("NSpid:".length()).strip().split("\\s+")))
                .findFirst()
                .orElse(List.of());
        return !numbers.isEmpty()
                && (numbers.size() == depthOfNode || numbers.getLast().equals("1"));
    }

    private static boolean noneAlive(List<ProcessHandle> processes) {
        return processes.stream().noneMatch(ProcessTable::isAlive);
    }

    /**
     * A zombie has ended: whether its parent ever buries it is not our affair. But one with threads that are still ending has its ports and
     * files open yet, and its successor would find them taken.
     */
    static boolean isAlive(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        var lines = words(PROC.resolve(process.pid() + "/status")).stream()
                .flatMap(String::lines)
                .map(line -> line.replaceAll("\\s+", " "))
                .toList();
        var ended = lines.isEmpty() || lines.stream().anyMatch(line -> line.startsWith("State: Z"));
        return !ended || lines.stream().anyMatch(line -> line.matches("Threads: ([2-9]|\\d{2,})"));
    }
}
