package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** The way from a resource to an object of another namespace: the only one there is. */
record Way(Work work, Ref target) implements Elsewhere {

    private boolean isHere() {
        return work.namespace().equals(target.namespace());
    }

    @Override
    public Optional<Outcome> closed() {
        if (isHere()) {
            return Optional.empty();
        }
        var grants = work.grants(target.namespace());
        return grants.allow(target) ? Optional.empty() : Optional.of(grants.missing(target));
    }

    @Override
    public boolean isNamed() {
        return isHere() || work.grants(target.namespace()).name(target);
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        return closed().isPresent() ? Optional.empty() : work.lookUp(kind, target.namespace(), name);
    }
}
