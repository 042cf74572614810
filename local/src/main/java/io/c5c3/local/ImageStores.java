package io.c5c3.local;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** The images of all nodes: the first is given them, and the others take them from there. */
record ImageStores(List<Layout> nodes) {
    /** Imports what is not there yet; returns how many of the archives some node lacked. */
    int load(List<Path> archives, Progress progress) {
        var first = first();
        var fresh = new TreeSet<>(first.load(archives, progress));
        Together.all(others().stream()
                        .<Callable<Set<String>>>map(other -> () -> other.adopt(first, progress))
                        .toList())
                .forEach(fresh::addAll);
        return fresh.isEmpty()
                ? 0
                : (int) archives.stream()
                        .filter(archive -> !Collections.disjoint(
                                ImageArchive.names(archive).keySet(), fresh))
                        .count();
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
