package io.c5c3.cli.up;

import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Observed;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Resources that were written, found again among all that a cluster has.
 *
 * @param written as the API server returned them
 */
record Family(List<GenericKubernetesResource> written) {

    Family {
        written = List.copyOf(written);
    }

    Set<String> namespaces() {
        return written.stream()
                .map(object -> object.getMetadata().getNamespace())
                .filter(name -> name != null)
                .collect(Collectors.toSet());
    }

    /** The one namespace that all of them are in, if there is one. */
    Optional<String> namespace() {
        var names = namespaces();
        return names.size() == 1 ? names.stream().findFirst() : Optional.empty();
    }

    /** Those that were written, and below each all that was made for it since. */
    List<Forest.Node> trees(List<Observed> all) {
        return Forest.of(all).roots().stream()
                .filter(root -> isWritten(root.resource()))
                .toList();
    }

    List<Observed> planes(List<Observed> all) {
        return all.stream().filter(one -> one.isPlane() && isWritten(one)).toList();
    }

    /** Those that are not ready, or that a watch has not shown yet in the state in which they were written. */
    List<Observed> unready(List<Observed> all) {
        return written.stream()
                .filter(object ->
                        !seen(all, object).isReadySince(object.getMetadata().getGeneration()))
                .map(object -> seen(all, object))
                .toList();
    }

    /**
     * Those, and those made for them, that only a person can help. What belongs to one whose change the operator has not looked at yet
     * does not count: it may just be about to be mended.
     */
    List<Observed> stalled(List<Observed> all) {
        var current =
                trees(all).stream().filter(root -> root.resource().isObserved()).toList();
        return Forest.all(current).stream()
                .map(Forest.Node::resource)
                .filter(Observed::isStalled)
                .toList();
    }

    /** Where to look when it takes too long: what is not ready, or everything when all of it says it is. */
    List<Observed> suspects(List<Observed> all) {
        var unready = unready(all);
        return unready.isEmpty()
                ? written.stream().map(object -> seen(all, object)).toList()
                : unready;
    }

    private static Observed seen(List<Observed> all, GenericKubernetesResource object) {
        return all.stream().filter(one -> isSame(one, object)).findFirst().orElseGet(() -> Observed.of(object));
    }

    private boolean isWritten(Observed resource) {
        return written.stream().anyMatch(object -> isSame(resource, object));
    }

    private static boolean isSame(Observed resource, GenericKubernetesResource object) {
        return resource.uid().equals(object.getMetadata().getUid());
    }
}
