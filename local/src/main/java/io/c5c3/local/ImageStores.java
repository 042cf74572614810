package io.c5c3.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** The images of all nodes: the first is given them, and the others take them from there. */
record ImageStores(List<Layout> nodes) {
    /** Imports what is not there yet; returns how many images that were, on the node that lacked most. */
    int load(List<Path> archives, Progress progress) {
        var first = first();
        var loaded = first.load(archives, progress);
        return Together.all(others().stream()
                        .<Callable<Integer>>map(other -> () -> other.adopt(first, progress))
                        .toList())
                .stream()
                .reduce(loaded, Math::max);
    }

    /** The names that every node has. */
    Set<String> names() {
        var names = new TreeSet<>(first().digests().keySet());
        others().forEach(other -> names.retainAll(other.digests().keySet()));
        return names;
    }

    private ImageStore first() {
        return new ImageStore(nodes.getFirst());
    }

    private List<ImageStore> others() {
        return nodes.stream().skip(1).map(ImageStore::new).toList();
    }
}
