package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Runs the step of a Job once every pod has the keys of the last rotation. Before that a pod may still encrypt with the old key, behind
 * the back of a Job that looks for what the old key encrypted.
 *
 * @param job which, once it has completed for the last rotation, nobody need be asked for
 * @param secret with the ring
 */
public record PropagationStep(Step step, String job, String secret, KeyReaders readers) implements Step {

    @Override
    public Outcome run(Work work) throws Exception {
        var lag = work.find(Secret.class, secret)
                .filter(there -> KeyRing.problem(there.getData()).isEmpty())
                .map(there -> new KeyRingSecret(there, Optional.empty()))
                .filter(ring -> !MigrationMark.done(work, job, ring.rotations()))
                .flatMap(ring -> readers.behind(work, ring));
        if (lag.isPresent()) {
            return Outcome.waiting(
                            "WaitingForKeyPropagation",
                            lag.get().words() + "; it goes on once every pod has those in Secret/" + secret + ".")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(lag.get().again());
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
