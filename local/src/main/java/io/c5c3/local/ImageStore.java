package io.c5c3.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The images in a cluster's container runtime. */
record ImageStore(Layout layout) {
    /** Imports what is not there yet. */
    void load(List<Path> archives, Progress progress) {
        var present = digests();
        for (var archive : archives) {
            var names = ImageArchive.names(archive);
            if (!names.isEmpty() && present.entrySet().containsAll(names.entrySet())) {
                continue;
            }
            var title = names.isEmpty() ? archive.getFileName().toString() : String.join(", ", names.keySet());
            progress.run(
                    "Loading " + title,
                    step -> ctr("images", "import", archive.toString()).run(step::detail));
        }
    }

    Set<String> names() {
        return new TreeSet<>(digests().keySet());
    }

    /** Image names and the digests they point at. */
    private Map<String, String> digests() {
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
