package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Objects that are right as soon as they are applied. None means that the resource does not ask for them. */
public record ObjectsStep(List<HasMetadata> objects, String reason, String message) implements Step {

    public ObjectsStep {
        objects = List.copyOf(objects);
    }

    @Override
    public Outcome run(Work work) {
        if (objects.isEmpty()) {
            return Outcome.skipped(message);
        }
        for (var object : objects) {
            if (!work.serves(object.getClass())) {
                return Outcome.failed(
                        object.getKind() + "NotInstalled",
                        "The cluster does not serve " + object.getKind() + " (" + object.getApiVersion()
                                + "): install the project that brings it, or take the field that asks for it out of"
                                + " the spec.");
            }
        }
        objects.forEach(object -> work.apply(Copies.of(object)));
        return Outcome.done(reason, message);
    }
}
