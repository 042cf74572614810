package io.c5c3.cli.plane;

import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person asks about: an object, found by what they call it. */
public record Subject(HasMetadata object) {

    /** {@code name} as KIND/NAME; without it, the control plane. */
    public static Subject find(Kinds kinds, Optional<String> name, Optional<String> namespace) {
        if (name.isEmpty()) {
            return new Subject(Inventory.plane(kinds).object());
        }
        var parts = name.get().split("/", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw new Failure("'" + name.get() + "' is not KIND/NAME: write for example keystone/keystone.");
        }
        var named = kinds.named(parts[0], Workloads.KINDS);
        if (named.isEmpty()) {
            throw new Failure("There is no kind '" + parts[0] + "' here. './c5c3 status' shows what there is.");
        }
        var objects = named.stream()
                .flatMap(kind -> objects(kinds, kind, namespace).stream())
                .toList();
        return new Subject(choose(named, parts[1], objects));
    }

    private static List<HasMetadata> objects(Kinds kinds, Kind kind, Optional<String> namespace) {
        var all = kinds.objects(kind);
        return namespace
                .map(name -> all.inNamespace(name).list())
                .orElseGet(() -> all.inAnyNamespace().list())
                .getItems()
                .stream()
                .<HasMetadata>map(object -> object)
                .toList();
    }

    static HasMetadata choose(List<Kind> named, String name, List<HasMetadata> objects) {
        var kind = named.getFirst();
        var fitting = objects.stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        if (fitting.isEmpty()) {
            throw new Failure("There is no " + kind.name() + "/" + name + ". "
                    + (objects.isEmpty()
                            ? "There is no " + kind.name() + " at all."
                            : "There is: " + names(objects.stream()) + "."));
        }
        var words = named.stream().map(Kind::plural).collect(Collectors.joining(" or "));
        throw new Failure("There are several: " + names(fitting.stream()) + ". Say which with -n NAMESPACE"
                + (named.size() == 1 ? "." : ", or by the name of the kind: " + words + "."));
    }

    private static String names(Stream<HasMetadata> objects) {
        return objects.limit(10)
                .map(object -> object.getKind() + "/" + object.getMetadata().getName()
                        + (object.getMetadata().getNamespace() == null
                                ? ""
                                : " in " + object.getMetadata().getNamespace()))
                .collect(Collectors.joining(", "));
    }

    public String namespace() {
        return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
    }

    /** Its causes; what runs is looked up in the evidence, where it has its proper type. */
    public Cause explain(Why why, Evidence evidence) {
        if (!Workloads.KINDS.contains(object.getKind())) {
            return why.of(Observed.of(object));
        }
        var title = Workloads.title(object);
        return Stream.concat(evidence.workloads().stream(), evidence.pods().stream())
                .filter(one -> Workloads.title(one).equals(title))
                .findFirst()
                .map(why::of)
                .orElseThrow(() -> new Failure(title + " has just gone."));
    }
}
