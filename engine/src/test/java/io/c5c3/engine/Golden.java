package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.UsesNodes;
import io.c5c3.engine.render.PlanYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Golden plans: {@code src/test/golden/<case>/resource.yaml} in, {@code plan.yaml} out, compared byte for byte. Run the tests with
 * {@code -Dgolden.update=true} to write what the code says now, and review the difference.
 */
public final class Golden {

    private static final Path FOLDER = Path.of("src/test/golden");

    private Golden() {}

    /** Compares the plan of one case in an otherwise empty namespace. */
    public static <R extends CustomResource<?, ?>> void check(Blueprint<R> blueprint, String name) {
        check(blueprint, name, facts());
    }

    /** Compares the plan of one case that depends on what is in the namespace. */
    public static <R extends CustomResource<?, ?>> void check(Blueprint<R> blueprint, String name, Facts facts) {
        var plan = PlanYaml.of(plan(blueprint, name, facts));
        assertThat(PlanYaml.of(plan(blueprint, name, facts)))
                .as("the same resource and facts give the same plan")
                .isEqualTo(plan);
        compare(FOLDER.resolve(name).resolve("plan.yaml"), plan);
        Twins.of(blueprint.kind()).stream().skip(1).forEach(twin -> checkTwin(blueprint, twin, name, facts, plan));
    }

    /** One spec, one blueprint: whichever group a resource is of, the same is done for it. */
    private static <R extends CustomResource<?, ?>, T extends R> void checkTwin(
            Blueprint<R> blueprint, Class<T> kind, String name, Facts facts, String plan) {
        var twin = resource(kind, name);
        twin.setApiVersion(HasMetadata.getApiVersion(kind));
        twin.setKind(HasMetadata.getKind(kind));
        assertThat(PlanYaml.of(new TwinBlueprint<>(blueprint, kind).plan(twin, facts)))
                .as("the plan of a %s of the group %s", twin.getKind(), HasMetadata.getGroup(kind))
                .isEqualTo(plan.replace(HasMetadata.getGroup(blueprint.kind()), HasMetadata.getGroup(kind))
                        .replace(founded(blueprint.kind()), founded(kind)));
    }

    /** What was founded is written down under the name of the kind. */
    private static String founded(Class<? extends HasMetadata> kind) {
        return "-" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + "-founded";
    }

    public static <R extends CustomResource<?, ?>> Plan plan(Blueprint<R> blueprint, String name, Facts facts) {
        return blueprint.plan(resource(blueprint.kind(), name), facts);
    }

    /** The resource of a case, as the API server would hand it over. */
    public static <R extends CustomResource<?, ?>> R resource(Class<R> kind, String name) {
        var resource = Json.KUBERNETES.unmarshal(read(FOLDER.resolve(name).resolve("resource.yaml")), kind);
        var metadata = resource.getMetadata();
        if (metadata.getNamespace() == null) {
            metadata.setNamespace("openstack");
        }
        metadata.setUid("00000000-0000-0000-0000-000000000001");
        metadata.setGeneration(1L);
        return resource;
    }

    /** Compares any text with a golden file. */
    public static void compare(Path file, String actual) {
        if (Boolean.getBoolean("golden.update")) {
            write(file, actual);
        }
        assertThat(Files.exists(file) ? read(file) : "")
                .as("%s (run the tests with -Dgolden.update=true to write it)", file)
                .isEqualTo(actual);
    }

    /** A namespace that holds these objects, in a cluster that serves every kind. */
    public static Facts facts(HasMetadata... objects) {
        return facts(Set.of(), objects);
    }

    /** A namespace that holds these objects, in a cluster that does not serve these kinds. */
    public static Facts facts(Set<Class<? extends HasMetadata>> notServed, HasMetadata... objects) {
        return new Facts() {
            @Override
            public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
                return all(kind).stream()
                        .filter(object -> name.equals(object.getMetadata().getName()))
                        .findFirst();
            }

            @Override
            public Optional<String> address(String namespace, String service) {
                return find(Service.class, service)
                        .filter(found -> namespace.equals(found.getMetadata().getNamespace()))
                        .map(found -> found.getSpec().getClusterIP());
            }

            @Override
            public Elsewhere elsewhere(Ref target) {
                return new Open(this, target);
            }

            /** There is no other namespace, and nobody else in this one. */
            @Override
            public <R extends CustomResource<?, ?> & UsesNodes> SortedMap<String, Owner> takenNodes(
                    R resource, Collection<Class<? extends HasMetadata>> rivals) {
                return new TreeMap<>();
            }

            @Override
            public <T extends HasMetadata> List<T> all(Class<T> kind) {
                return Arrays.stream(objects)
                        .filter(object -> kind.equals(object.getClass()))
                        .map(kind::cast)
                        .toList();
            }

            @Override
            public boolean serves(Class<? extends HasMetadata> kind) {
                return !notServed.contains(kind);
            }
        };
    }

    /** Plans are compared as they are where everything is allowed. */
    private record Open(Facts facts, Ref target) implements Elsewhere {
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
            return facts.find(kind, name)
                    .filter(object ->
                            target.namespace().equals(object.getMetadata().getNamespace()));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(file + " cannot be read", e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(file + " cannot be written", e);
        }
    }
}
