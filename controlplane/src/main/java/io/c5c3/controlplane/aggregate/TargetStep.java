package io.c5c3.controlplane.aggregate;

import io.c5c3.api.controlplane.SecretAggregate;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Secret that is made of others. */
record TargetStep(Sources sources, SecretAggregate.Target target) implements Step {

    /** When what is in it was put together. It is kept as long as that stays the same, so that nothing is written for it. */
    private static final String SINCE = "c5c3.io/aggregated-at";

    @Override
    public Outcome run(Work work) {
        var data = sources.merged(work);
        var since = work.find(Secret.class, target.name())
                .filter(work::owns)
                .filter(there -> data.equals(there.getData()))
                .flatMap(TargetStep::since)
                .orElseGet(() -> work.now().truncatedTo(ChronoUnit.SECONDS).toString());
        work.apply(new SecretBuilder()
                .withNewMetadata()
                .withName(target.name())
                .addToAnnotations(SINCE, since)
                .endMetadata()
                .withType(target.type())
                .withData(data)
                .build());
        return Outcome.done(
                        "SecretAggregated",
                        "Secret/" + target.name() + " has what its sources have: " + String.join(", ", data.keySet())
                                + ".")
                .found(Map.of("lastAggregated", since, "keys", List.copyOf(data.keySet())));
    }

    private static Optional<String> since(Secret there) {
        return Optional.ofNullable(there.getMetadata().getAnnotations()).map(annotations -> annotations.get(SINCE));
    }

    /** Also while a source is missing: who reads it goes on with what there was. */
    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, target.name()));
    }
}
