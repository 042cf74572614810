package io.c5c3.cli.plane;

import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The resources of this project in a cluster, at one moment. */
public final class Inventory {
    private Inventory() {}

    /** Without a namespace: those of all namespaces. */
    public static List<Observed> list(Kinds kinds, Optional<String> namespace) {
        return list(kinds, kind -> true, namespace);
    }

    private static List<Observed> list(Kinds kinds, Predicate<Kind> wanted, Optional<String> namespace) {
        return kinds.ours().stream()
                .filter(wanted)
                .flatMap(kind -> list(kinds, kind, namespace))
                .map(Observed::of)
                .toList();
    }

    private static Stream<GenericKubernetesResource> list(Kinds kinds, Kind kind, Optional<String> namespace) {
        var objects = kinds.objects(kind);
        if (!kind.namespaced()) {
            return objects.list().getItems().stream();
        }
        return namespace
                .map(name -> objects.inNamespace(name).list())
                .orElseGet(() -> objects.inAnyNamespace().list())
                .getItems()
                .stream();
    }

    /** The plane that a command without a name means: the only one, or the one of C5C3_PLANE (name, or namespace/name). */
    public static Observed plane(Kinds kinds) {
        return plane(list(kinds, kind -> Observed.PLANES.contains(kind.name()), Optional.empty()), System.getenv());
    }

    static Observed plane(List<Observed> resources, Map<String, String> environment) {
        var planes = resources.stream().filter(Observed::isPlane).toList();
        var wanted = environment.getOrDefault("C5C3_PLANE", "");
        var fitting = planes.stream()
                .filter(plane -> wanted.isBlank()
                        || wanted.equals(plane.name())
                        || wanted.equals(plane.namespace() + "/" + plane.name()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        if (planes.isEmpty()) {
            throw new Failure("There is no control plane here yet: './c5c3 up' makes one.");
        }
        var names = planes.stream()
                .map(plane -> plane.namespace() + "/" + plane.name())
                .collect(Collectors.joining(", "));
        throw new Failure(
                fitting.isEmpty()
                        ? "C5C3_PLANE is " + wanted + ", but the control planes here are: " + names + "."
                        : "There are several control planes: " + names + ". Set C5C3_PLANE to the one you mean.");
    }
}
