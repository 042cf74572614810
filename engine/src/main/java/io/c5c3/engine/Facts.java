package io.c5c3.engine;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.UsesNodes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/** What a blueprint may know besides the resource itself: its namespace, and what belongs to no namespace (Nodes). */
public interface Facts {

    /** Who was there first has the names of what is made for it. */
    Comparator<HasMetadata> AGE = Comparator.<HasMetadata, String>comparing(
                    object -> String.valueOf(object.getMetadata().getCreationTimestamp()))
            .thenComparing(object -> object.getApiVersion());

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String name);

    /** An object that a person has named together with its namespace. There is no other way to one of another namespace. */
    Elsewhere elsewhere(Ref target);

    /**
     * Nodes that the resource selects, and that are another's: by node, whose. Of resources in other namespaces nothing else is told.
     *
     * @param rivals the kinds of those who might have the same in mind with a node
     */
    <R extends CustomResource<?, ?> & UsesNodes> SortedMap<String, Owner> takenNodes(
            R resource, Collection<Class<? extends HasMetadata>> rivals);

    /** The address of a Service of ours, also in another namespace: no more than any pod learns by asking for its name. */
    Optional<String> address(String namespace, String service);

    <T extends HasMetadata> List<T> all(Class<T> kind);

    /** Who does the work of a kind under a name, of whichever group. Of two, the elder: the younger finds its names taken. */
    default <T extends HasMetadata> Optional<T> neighbour(Class<T> kind, String name) {
        return Twins.of(kind).stream()
                .<T>flatMap(each -> find(each, name).stream())
                .min(AGE);
    }

    /** All who do the work of a kind, of whichever group. */
    default <T extends HasMetadata> List<T> neighbours(Class<T> kind) {
        var all = Twins.of(kind).stream().<T>flatMap(each -> all(each).stream()).toList();
        return all.stream()
                .filter(one -> all.stream().noneMatch(other -> sameName(one, other) && AGE.compare(other, one) < 0))
                .toList();
    }

    private static boolean sameName(HasMetadata one, HasMetadata other) {
        return Objects.equals(one.getMetadata().getName(), other.getMetadata().getName());
    }

    /** The way to who does the work of a kind in another namespace; to the first group's, as long as there is none. */
    default <T extends HasMetadata> Elsewhere neighbourElsewhere(Class<T> kind, String namespace, String name) {
        var first = elsewhere(Ref.of(kind, namespace, name));
        return Stream.concat(
                        Stream.of(first),
                        Twins.of(kind).stream().skip(1).map(each -> elsewhere(Ref.of(each, namespace, name))))
                .filter(way -> way.find(kind).isPresent())
                .min(Comparator.comparing(way -> way.find(kind).orElseThrow(), AGE))
                .orElse(first);
    }

    /** Whether the API server serves this kind, which for the kinds of other projects means that their operator is installed. */
    boolean serves(Class<? extends HasMetadata> kind);
}
