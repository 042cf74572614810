package io.c5c3.infrastructure.memcached;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Collection;
import java.util.List;

/** The servers, counted: also while they roll, the status says how many answer. */
record ServersStep(WorkloadStep workload) implements Step {

    @Override
    public Outcome run(Work work) {
        var outcome = workload.run(work);
        return work.find(StatefulSet.class, workload.workload().getMetadata().getName())
                .map(set -> outcome.found("readyReplicas", Rollout.of(set).ready()))
                .orElse(outcome);
    }

    @Override
    public List<HasMetadata> objects() {
        return workload.objects();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return workload.intends(namespace);
    }
}
