package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Set;

/** The blueprint of one kind, for a kind of another group that is the same thing. */
public record Twin<R extends CustomResource<?, ?>>(Blueprint<R> blueprint, Class<? extends R> kind)
        implements Blueprint<R> {

    @Override
    public String operator() {
        return blueprint.operator();
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return blueprint.uses();
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return blueprint.reads();
    }

    @Override
    public Plan plan(R resource, Facts facts) {
        return blueprint.plan(resource, facts);
    }
}
