package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Set;

/**
 * How one kind of resource becomes a plan. Pure: no client, no clock, no randomness. What must be looked up comes in as facts; what must
 * be done goes out as steps.
 */
public interface Blueprint<R extends CustomResource<?, ?>> {

    Class<R> kind();

    /** The operator this kind belongs to: names its field manager, its label, its role and its Deployment. */
    String operator();

    /**
     * Every kind the plan's steps read or write, besides {@link #kind()}. Watches and the operator's role are made from it, so a
     * step that touches another kind fails in the first test that runs it.
     */
    Set<Class<? extends HasMetadata>> uses();

    /** Kinds it looks at and never writes, besides those it uses. */
    default Set<Class<? extends HasMetadata>> reads() {
        return Set.of();
    }

    Plan plan(R resource, Facts facts);
}
