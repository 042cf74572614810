package io.c5c3.tests.benchmark;

import io.c5c3.api.common.UsesNodes;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Kinds;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A namespace with the sample of every kind, and three hypervisors; looking at it costs next to nothing. */
final class SampleFacts implements Facts {

    private static final int NODES = 3;

    private final Map<Class<?>, List<? extends HasMetadata>> objects = new HashMap<>();

    SampleFacts() {
        Kinds.once().forEach(blueprint -> objects.put(blueprint.kind(), List.of(sample(blueprint.kind()))));
        var nodes = new ArrayList<Node>();
        for (var number = 1; number <= NODES; number++) {
            nodes.add(new NodeBuilder()
                    .withNewMetadata()
                    .withName("node-" + number)
                    .addToLabels("node-role.kubernetes.io/hypervisor", "")
                    .endMetadata()
                    .withNewStatus()
                    .addNewAddress("10.0.0." + number, "InternalIP")
                    .endStatus()
                    .build());
        }
        objects.put(Node.class, nodes);
    }

    private static <R extends HasMetadata> R sample(Class<R> kind) {
        var file = Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
        return Examples.in(file).stream()
                .filter(resource -> resource.getKind().equals(HasMetadata.getKind(kind)))
                .map(resource -> Json.KUBERNETES.unmarshal(Serialization.asYaml(resource), kind))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public <T extends HasMetadata> List<T> all(Class<T> kind) {
        return objects.getOrDefault(kind, List.of()).stream().map(kind::cast).toList();
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        return all(kind).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst();
    }

    @Override
    public Optional<String> address(String namespace, String service) {
        return Optional.empty();
    }

    /** A namespace whose owner allows everything. */
    @Override
    public Elsewhere elsewhere(Ref target) {
        return new Elsewhere() {
            @Override
            public Ref target() {
                return target;
            }

            @Override
            public Optional<Outcome> closed() {
                return Optional.empty();
            }

            @Override
            public boolean isNamed() {
                return true;
            }

            @Override
            public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
                return SampleFacts.this.find(kind, name);
            }
        };
    }

    @Override
    public <R extends CustomResource<?, ?> & UsesNodes> SortedMap<String, Owner> takenNodes(
            R resource, Collection<Class<? extends HasMetadata>> rivals) {
        return new TreeMap<>();
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return true;
    }
}
