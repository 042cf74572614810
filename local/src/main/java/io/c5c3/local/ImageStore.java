package io.c5c3.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The images in a node's container runtime. */
record ImageStore(Layout layout) {
    /** Where the runtime keeps what images are made of, each file under its own digest. */
    private static final String CONTENT = "lib/containerd/io.containerd.content.v1.content/blobs/sha256";

    /** What one runtime writes, the other reads. Not unpacked: many an image is never used on many a node. */
    private static final String HAND_OVER = "from=$1; to=$2; shift 2;"
            + " ctr --address \"$from\" --namespace k8s.io images export - \"$@\""
            + " | ctr --address \"$to\" --namespace k8s.io images import --no-unpack -";

    /** Imports what is not there yet; returns the names of that. */
    Set<String> load(List<Path> archives, Progress progress) {
        var present = digests();
        var loaded = new TreeSet<String>();
        for (var archive : archives) {
            var names = ImageArchive.names(archive);
            if (!names.isEmpty() && present.entrySet().containsAll(names.entrySet())) {
                continue;
            }
            var title = names.isEmpty() ? archive.getFileName().toString() : String.join(", ", names.keySet());
            progress.run(
                    "Loading " + title,
                    step -> ctr("images", "import", archive.toString()).run(step::detail));
            loaded.addAll(names.keySet());
        }
        return loaded;
    }

    /** Takes from another node what that has and this has not, or has in another version; returns the names of that. */
    Set<String> adopt(ImageStore other, Progress progress) {
        var missing = new TreeMap<>(other.digests());
        missing.entrySet().removeAll(digests().entrySet());
        if (!missing.isEmpty()) {
            progress.run("Handing images to " + layout.name(), step -> {
                link(other);
                var words = new ArrayList<>(List.of("bash", "-o", "pipefail", "-c", HAND_OVER, "images"));
                words.addAll(List.of(
                        other.layout.containerdSocket().toString(),
                        layout.containerdSocket().toString()));
                words.addAll(missing.keySet());
                Command.of(words).run(step::detail);
            });
        }
        return missing.keySet();
    }

    /** Two names for one file: the runtime finds that it has already what it is given, and leaves it at that. */
    private void link(ImageStore other) {
        var target = content();
        try (var files = Files.list(other.content())) {
            Files.createDirectories(target);
            for (var file : files.toList()) {
                link(file, target.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new LocalException(
                    "The images of " + other.layout.name() + " cannot be shared with " + layout.name() + " ("
                            + e.getMessage() + "): make room below " + layout.root()
                            + " and run the same command again.",
                    e);
        }
    }

    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            // It is there; or the other runtime has just thrown it away, since no image needs it.
        }
    }

    private Path content() {
        return layout.var().resolve(CONTENT);
    }

    /** Image names and the digests they point at. */
    Map<String, String> digests() {
        var digests = new TreeMap<String, String>();
        ctr("images", "list")
                .run()
                .lines()
                .skip(1)
                .map(line -> line.split("\\s+", -1))
                // The runtime also lists every image by its bare digest.
                .filter(fields -> fields.length > 2 && !fields[0].startsWith("sha256:"))
                .forEach(fields -> digests.put(fields[0], fields[2]));
        return digests;
    }

    private Command ctr(String... arguments) {
        var words = new ArrayList<>(
                List.of("ctr", "--address", layout.containerdSocket().toString(), "--namespace", "k8s.io"));
        words.addAll(List.of(arguments));
        return Command.of(words);
    }
}
