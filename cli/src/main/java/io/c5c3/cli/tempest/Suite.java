package io.c5c3.cli.tempest;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.Labels;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A Tempest in a cluster: what it says of itself, and what runs for it. */
public record Suite(
        KubernetesClient client, Resource<GenericKubernetesResource> resource, String namespace, String name) {

    /** Without a name: the only one there is. */
    public static Suite find(KubernetesClient client, Kinds kinds, Optional<String> name, Optional<String> namespace) {
        // A cluster that does not know the kind has no such resource either.
        var kind = kinds.named("Tempest", Set.of()).stream().findFirst();
        var all = kind.map(known -> kinds.objects(known).inAnyNamespace().list().getItems()).orElse(List.of()).stream()
                .map(Observed::of)
                .toList();
        var found = choose(all, name, namespace);
        return new Suite(client, resource(kinds, kind.orElseThrow(), found), found.namespace(), found.name());
    }

    private static Resource<GenericKubernetesResource> resource(Kinds kinds, Kind kind, Observed found) {
        return kinds.objects(kind).inNamespace(found.namespace()).withName(found.name());
    }

    static Observed choose(List<Observed> all, Optional<String> name, Optional<String> namespace) {
        var fitting = all.stream()
                .filter(one -> name.isEmpty() || name.get().equals(one.name()))
                .filter(one -> namespace.isEmpty() || namespace.get().equals(one.namespace()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        if (all.isEmpty()) {
            throw new Failure(
                    "There is no Tempest here. 'tempest: {enabled: true}' in the spec of a control plane makes one;"
                            + " samples/tempest.yaml is one by itself.");
        }
        var names = (fitting.isEmpty() ? all : fitting)
                .stream()
                        .map(one -> one.name() + " in the namespace " + one.namespace())
                        .collect(Collectors.joining(", "));
        throw new Failure(
                fitting.isEmpty()
                        ? "There is no such Tempest. There is: " + names + "."
                        : "There are several: " + names
                                + ". Say which: its name, and -n NAMESPACE where that is not enough.");
    }

    Observed look() {
        return Optional.ofNullable(resource.get())
                .map(Observed::of)
                .orElseThrow(() -> new Failure("Tempest/" + name + " has just gone."));
    }

    void ask(String request) {
        resource.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"metadata\":{\"annotations\":{\"" + Tempest.RUN + "\":\"" + request + "\"}}}");
    }

    /** What the last request was; empty if there was none. */
    static String request(Observed tempest) {
        return Objects.requireNonNullElse(tempest.object().getMetadata().getAnnotations(), Map.<String, String>of())
                .getOrDefault(Tempest.RUN, "");
    }

    /** The labels of whatever runs its tests. */
    Map<String, String> labels() {
        return Labels.selector("tempest", name, "run");
    }

    /** The pods of all its runs. */
    List<Pod> pods() {
        return client.pods().inNamespace(namespace).withLabels(labels()).list().getItems();
    }
}
