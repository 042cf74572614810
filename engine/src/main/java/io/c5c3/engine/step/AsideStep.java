package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;

/** A step whose condition tells how it stands and keeps the resource from nothing: it may be ready all the same. */
public record AsideStep(Step step) implements Step {

    @Override
    public String condition() {
        return step.condition();
    }

    @Override
    public boolean decides() {
        return false;
    }

    @Override
    public Outcome run(Work work) throws Exception {
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
