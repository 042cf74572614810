package io.c5c3.engine;

import io.c5c3.api.catalogue.Twins;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The blueprint of a kind, for its twin of another group: the same operator makes the same plan.
 *
 * @param first of the kind that the other one extends
 */
public record TwinBlueprint<R extends CustomResource<?, ?>, T extends R>(Blueprint<R> first, Class<T> kind)
        implements Blueprint<T> {

    /** These, each followed by that of its twin if it has one. */
    public static List<Blueprint<?>> with(List<Blueprint<?>> blueprints) {
        return blueprints.stream().flatMap(TwinBlueprint::both).toList();
    }

    private static <R extends CustomResource<?, ?>> Stream<Blueprint<?>> both(Blueprint<R> first) {
        return Twins.of(first.kind()).stream()
                .map(kind -> kind.equals(first.kind()) ? first : new TwinBlueprint<>(first, kind));
    }

    @Override
    public String operator() {
        return first.operator();
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return first.uses();
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return first.reads();
    }

    @Override
    public Plan plan(T resource, Facts facts) {
        return first.plan(resource, facts);
    }
}
