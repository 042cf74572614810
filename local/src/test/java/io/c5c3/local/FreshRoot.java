package io.c5c3.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A Debian on which nobody has installed anything yet: its own files, the network and the toolchains of this machine. What runs there sees
 * no process of this machine, and what it mounts goes with it.
 *
 * @param folder where its files are
 */
record FreshRoot(Path folder) {
    private static final String CODE_NAME = "VERSION_CODENAME=";

    /** Enters with what Java needs: its JDK, the classes, a kernel's file systems. What is mounted is read-only, except for devices. */
    private static final String ENTER = """
        set -e
        root="$1"; shift
        mount --make-rprivate /
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        while [ "$1" != -- ]; do
          mkdir -p "$root$1"
          mount --bind "$1" "$root$1"
          mount -o remount,bind,ro "$root$1"
          shift
        done
        shift
        exec chroot "$root" "$@"
        """;

    /** Made once, then kept as an archive: what a test does to its own copy goes with the copy. */
    static FreshRoot unpack(Path folder) {
        var archive = Cache.directory().resolve("fresh-root-" + suite() + ".tar");
        if (!Files.exists(archive)) {
            // On a machine where nothing was built yet there is no such folder.
            Command.of("mkdir", "-p", Cache.directory().toString()).run();
            var unfinished = archive.resolveSibling(archive.getFileName() + ".unfinished");
            Command.of("mmdebstrap", "--variant=apt", "--dpkgopt=force-unsafe-io", "--format=tar")
                    .and("--include=ca-certificates")
                    .and(suite(), unfinished.toString())
                    .run();
            move(unfinished, archive);
        }
        Command.of(
                        "tar",
                        "--extract",
                        "--numeric-owner",
                        "--file",
                        archive.toString(),
                        "--directory",
                        folder.toString())
                .run();
        return new FreshRoot(folder);
    }

    /** The same Debian as this machine's, so that its package sources fit. */
    private static String suite() {
        return Text.read(Path.of("/etc/os-release"))
                .orElseThrow()
                .lines()
                .filter(line -> line.startsWith(CODE_NAME))
                .map(line -> line.substring(CODE_NAME.length()))
                .findFirst()
                .orElseThrow();
    }

    /** Runs a main class of the test's class path there. */
    Command.Result java(Class<?> main) {
        var words = new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork", "--kill-child"));
        words.addAll(List.of("sh", "-c", ENTER, "fresh", folder.toString()));
        var home = Path.of(System.getProperty("java.home"));
        words.addAll(mounts(home));
        words.addAll(List.of("--", "env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"));
        words.addAll(List.of(home.resolve("bin/java").toString(), "-XX:TieredStopAtLevel=1", "-cp"));
        words.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
        return Command.of(words).attempt();
    }

    /** Folders only, those that hold others first. */
    private static List<String> mounts(Path javaHome) {
        var folders = new ArrayList<>(List.of(javaHome, Path.of("/etc/ssl/certs")));
        // The packages of this machine come from where its person says.
        folders.add(Path.of("/etc/apt/sources.list.d"));
        folders.add(Path.of("/usr/share/keyrings"));
        for (var entry : System.getProperty("java.class.path").split(":", -1)) {
            var path = Path.of(entry).toAbsolutePath();
            folders.add(Files.isDirectory(path) ? path : Objects.requireNonNull(path.getParent()));
        }
        return folders.stream()
                .filter(Files::isDirectory)
                .distinct()
                .sorted()
                .map(Path::toString)
                .toList();
    }

    Path file(String path) {
        return folder.resolve(path.substring(1));
    }

    void write(String path, String text) {
        try {
            Files.createDirectories(Objects.requireNonNull(file(path).getParent()));
            Files.writeString(file(path), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
