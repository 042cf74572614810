package io.c5c3.local.image;

import io.c5c3.local.Command;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Debian's buildah with a store of its own below the cache: nothing of the system's is read or changed. */
record Buildah(Command command) {
    // What pip and uv take their package index from; passed on when set, never written into an image.
    private static final List<String> SETTINGS =
            List.of("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX");
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final List<Path> AUTHORITIES =
            List.of(Path.of("/etc/ssl/certs/ca-certificates.crt"), Path.of("/etc/pki/tls/certs/ca-bundle.crt"));

    /** Opens the store and clears what killed builds left in it; the caller sees to it that nobody else is building. */
    static Buildah open(Path folder) {
        var buildah = Stream.of("overlay", "vfs")
                .map(driver -> new Buildah(command(folder, driver)))
                .filter(candidate -> candidate.command.and("info").attempt().ok())
                .findFirst()
                .orElseThrow(() -> new LocalException("buildah cannot keep images below " + folder
                        + ": set C5C3_CACHE to a folder on a local disk, and run as root."));
        buildah.command.and("rm", "--all").run();
        buildah.command.and("rmi", "--prune").run();
        return buildah;
    }

    private static Command command(Path folder, String driver) {
        var store = folder.resolve("store").resolve(driver);
        try {
            Files.createDirectories(store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Command.of(Tools.find("buildah", Progress.silent()).toString())
                .and("--storage-driver", driver)
                .and("--root", store.resolve("root").toString())
                .and("--runroot", store.resolve("run").toString())
                .with(environment(store));
    }

    private static Map<String, String> environment(Path store) {
        var environment = new HashMap<>(Map.of("TMPDIR", store.toString()));
        var index = System.getenv("PIP_INDEX_URL");
        if (index != null && System.getenv("UV_DEFAULT_INDEX") == null) {
            environment.put("UV_DEFAULT_INDEX", index);
        }
        return environment;
    }

    /** Builds a folder with a Containerfile; the image gets the given name in the store. */
    void build(Path context, String name, Progress.Step step, String... options) {
        command.and("bud", "--isolation", "chroot", "--pull-never", "--format", "oci", "--tag", name)
                .and(options)
                .and(authorities())
                .and(arguments(context.resolve("Containerfile")))
                .and(context.toString())
                .otherwise(
                        "Image " + name + " cannot be built",
                        "see that this machine reaches its package sources, and run the same command again")
                .run(step::detail);
    }

    /** A machine-wide certificate authority is lent to the build, not baked in: see --mount=type=secret in the Containerfiles. */
    private static List<String> authorities() {
        return AUTHORITIES.stream()
                .filter(Files::isReadable)
                .findFirst()
                .map(bundle -> List.of("--secret", "id=ca,src=" + bundle))
                .orElse(List.of());
    }

    /** By name only: buildah takes the values from its environment, and no process list shows them. */
    private List<String> arguments(Path containerfile) {
        try {
            var text = Files.readString(containerfile);
            var arguments = new ArrayList<String>();
            for (var setting : SETTINGS) {
                var set = System.getenv().containsKey(setting)
                        || command.environment().containsKey(setting);
                if (set && text.contains("ARG " + setting + "\n")) {
                    arguments.addAll(List.of("--build-arg", setting));
                }
            }
            return arguments;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The identity of an image in the store; empty when there is none of that name. */
    String id(String name) {
        return command.and("images", "--quiet", "--no-trunc", "--filter", "reference=" + name)
                .run()
                .strip();
    }

    /** All "key=value" labels of an image in the store, one in a line; empty when there is none of that name. */
    List<String> labels(String name) {
        var id = id(name);
        return id.isEmpty()
                ? List.of()
                : command.and("inspect", "--type", "image", "--format")
                        .and("{{range $key, $value := .OCIv1.Config.Labels}}{{$key}}={{$value}}{{\"\\n\"}}{{end}}", id)
                        .run()
                        .lines()
                        .toList();
    }

    void pull(String source, String name) {
        var id = last(command.and("pull", "--quiet", source).run());
        command.and("tag", id, name).run();
    }

    /** Writes an OCI archive. Layers are packed with zstd at its fastest: a third of the bytes for little time. */
    void export(String name, List<String> references, Path archive) {
        var layout = archive.resolveSibling(archive.getFileName() + ".layout");
        try {
            command.and("push", "--quiet", "--compression-format", "zstd", "--compression-level", "1")
                    .and(name, "oci:" + layout)
                    .run();
            OciLayout.name(layout, references);
            OciLayout.pack(layout, archive);
        } finally {
            Command.of("rm", "-rf", layout.toString()).run();
        }
    }

    /** Takes one file out of an image. */
    void copy(String name, String file, Path to) {
        var container = last(command.and("from", "--pull-never", name).run());
        try {
            Files.copy(Path.of(last(command.and("mount", container).run())).resolve(file), to);
        } catch (IOException e) {
            throw new LocalException(
                    "The cache " + to.getParent() + " cannot be written: set C5C3_CACHE to a folder that can.", e);
        } finally {
            command.and("rm", container).run();
        }
    }

    private static String last(String text) {
        return text.lines().reduce("", (first, last) -> last);
    }

    /** Buildah leaves things mounted, and a killed build leaves more: a folder that people may delete must hold none of it. */
    static void release(Path folder) {
        try {
            Files.readAllLines(MOUNTS).stream()
                    .map(line -> line.split(" ", -1)[1].replace("\\040", " "))
                    .filter(mount -> Path.of(mount).startsWith(folder))
                    .toList()
                    .reversed()
                    .forEach(mount -> Command.of("umount", mount).run());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void remove(String name) {
        command.and("rmi", "--force", name).run();
    }
}
