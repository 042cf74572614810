package io.c5c3.controlplane.aggregate;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/**
 * Whether all is there that a Secret is to be made of, and only once each.
 *
 * @param target the Secret that is made
 */
record SourcesStep(Sources sources, String target) implements Step {

    @Override
    public Outcome run(Work work) {
        if (sources.include(target)) {
            return Outcome.mistake(
                    "TargetIsSource",
                    "spec.target.name is one of the sources: what is made of Secret/" + target
                            + " needs a name of its own.");
        }
        var keys = sources.merged(work).size();
        return Outcome.done(
                "AllSourcesAvailable",
                "Secrets: " + sources.sources().size() + ", keys that are taken from them: " + keys + ".");
    }
}
