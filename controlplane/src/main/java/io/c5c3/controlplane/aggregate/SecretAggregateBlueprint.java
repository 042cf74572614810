package io.c5c3.controlplane.aggregate;

import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.controlplane.SecretAggregate;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Set;

/** One Secret made of several. */
public final class SecretAggregateBlueprint implements Blueprint<SecretAggregate> {

    @Override
    public Class<SecretAggregate> kind() {
        return SecretAggregate.class;
    }

    @Override
    public String operator() {
        return "c5c3";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(Secret.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Set.of(ReferenceGrant.class);
    }

    @Override
    public Plan plan(SecretAggregate aggregate, Facts facts) {
        var sources = new Sources(
                aggregate.getMetadata().getNamespace(), aggregate.getSpec().sources());
        var target = aggregate.getSpec().target();
        return Plan.builder()
                .step("SourcesResolved", new SourcesStep(sources, target.name()))
                .step("SecretReady", new TargetStep(sources, target), "SourcesResolved")
                .build();
    }
}
