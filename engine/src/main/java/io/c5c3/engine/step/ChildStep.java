package io.c5c3.engine.step;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * A resource that another operator turns into something that runs. Applied, then waited for until it says that it is ready.
 *
 * @param operator who is needed, for the sentence that says so when nobody serves the kind
 */
public record ChildStep(HasMetadata child, String operator) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return List.of(child);
    }

    @Override
    public Outcome run(Work work) {
        var ref = Ref.of(child.getClass(), work.namespace(), child.getMetadata().getName());
        if (!work.serves(child.getClass())) {
            return notInstalled(child.getKind(), operator);
        }
        var there = work.apply(Copies.of(child));
        if (Conditions.ready(there)) {
            return Outcome.done("ChildReady", ref + " is ready.");
        }
        var ready = Conditions.of(there, Conditions.READY);
        if (ready.isEmpty()) {
            return Outcome.waiting(
                            "NotObserved",
                            "No operator has looked at " + ref + " yet: is the " + operator + " operator running?")
                    .on(ref);
        }
        var message = ready.get().getMessage();
        return Outcome.waiting(
                        "ChildNotReady",
                        message == null || message.isBlank() ? ref + " is not ready." : ref + ": " + message)
                .on(ref);
    }

    /** What a plane says of a part that no operator of this installation can make. */
    private static Outcome notInstalled(String kind, String operator) {
        return Outcome.waiting(
                "OperatorNotInstalled",
                "This cluster does not serve the kind " + kind + ": install the " + operator + " operator, or take "
                        + operator + " out of the spec.");
    }

    @Override
    public Outcome teardown(Work work) {
        var name = child.getMetadata().getName();
        var ref = Ref.of(child.getClass(), work.namespace(), name);
        if (!work.serves(child.getClass())) {
            return Outcome.skipped("Its kind is gone.");
        }
        var there = work.find(child.getClass(), name);
        if (there.filter(work::owns).isEmpty()) {
            return Outcome.skipped("Taken down.");
        }
        if (there.get().getMetadata().getDeletionTimestamp() == null) {
            work.delete(there.get(), false);
        }
        return Outcome.waiting("Deleting", ref + " is being deleted.").on(ref);
    }
}
