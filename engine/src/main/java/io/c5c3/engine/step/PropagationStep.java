package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Runs a step once every pod has the keys of the last rotation. Before that a pod may still encrypt with the old key, behind the back of
 * a step that looks for what the old key encrypted.
 */
public record PropagationStep(Step step, String secret) implements Step {

    @Override
    public String condition() {
        return step.condition();
    }

    @Override
    public Outcome run(Work work) throws Exception {
        var ring = work.find(Secret.class, secret).map(KeyRingSecret::new);
        var settled = ring.map(there -> there.rotatedAt().plus(KeyRingStep.PROPAGATION))
                .filter(work.now()::isBefore);
        if (settled.isPresent()) {
            return Outcome.waiting(
                            "WaitingForKeyPropagation",
                            "The new keys in Secret/" + secret + " are with all pods by " + settled.get()
                                    + "; it goes on then.")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(Duration.between(work.now(), settled.get()));
        }
        return step.run(work);
    }

    @Override
    public List<HasMetadata> objects() {
        return step.objects();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return step.intends(namespace);
    }

    @Override
    public Outcome teardown(Work work) throws Exception {
        return step.teardown(work);
    }
}
