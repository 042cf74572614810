package io.c5c3.controlplane;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Takes away children that the plane no longer asks for, one after the other: what stands on others goes before them, so that nothing
 * loses its footing while it tidies up. Each keeps or deletes its data as it would if the whole plane went.
 *
 * @param leaving in the order in which they go
 */
record RemovalStep(List<Leaving> leaving) implements Step {

    RemovalStep {
        leaving = List.copyOf(leaving);
    }

    @Override
    public Outcome run(Work work) {
        for (var child : leaving) {
            var there = work.find(child.kind(), child.name());
            if (there.filter(work::owns).isEmpty()) {
                continue;
            }
            var ref = Ref.of(there.get());
            if (there.get().getMetadata().getDeletionTimestamp() == null) {
                var needed = child.needed(work);
                if (needed.isPresent()) {
                    return needed.get();
                }
                work.delete(there.get(), false);
            }
            return Outcome.waiting("RemovalInProgress", ref + " is no longer asked for and is being removed.")
                    .on(ref);
        }
        return Outcome.done("RemovalComplete", names() + " is no longer asked for and is gone.");
    }

    private String names() {
        return leaving.stream()
                .map(child -> HasMetadata.getKind(child.kind()) + "/" + child.name())
                .collect(Collectors.joining(", "));
    }

    /** Those whose turn has not come yet must stay. */
    @Override
    public Collection<Ref> intends(String namespace) {
        return leaving.stream()
                .map(child -> Ref.of(child.kind(), namespace, child.name()))
                .toList();
    }

    @Override
    public Outcome teardown(Work work) {
        var outcome = run(work);
        return outcome.succeeded() ? Outcome.skipped("Taken down.") : outcome;
    }
}
