package io.c5c3.engine.cluster;

import io.c5c3.engine.NameTaken;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Who asks for an object to be written: whom it names as its owner. */
record Claim(Owner by) {

    static Claim of(HasMetadata desired) {
        return new Claim(Owner.on(desired)
                .orElseThrow(() -> new IllegalStateException(Ref.of(desired) + " does not say whose it is")));
    }

    /** The object that has the name, if it is the asker's. */
    <T extends HasMetadata> T granted(T there) {
        if (!by.owns(there)) {
            throw new NameTaken(there, by);
        }
        return there;
    }
}
