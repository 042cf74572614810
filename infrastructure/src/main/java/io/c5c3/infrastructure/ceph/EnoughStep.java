package io.c5c3.infrastructure.ceph;

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

/**
 * Servers of which some may be away: the others do their work, and the cluster's health says that somebody is missing. While what they run
 * is being changed, all are waited for.
 *
 * @param enough how many have to be ready
 */
record EnoughStep(WorkloadStep servers, int enough) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return servers.objects();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return servers.intends(namespace);
    }

    @Override
    public Outcome run(Work work) throws Exception {
        var outcome = servers.run(work);
        return outcome instanceof Outcome.Waiting waiting && isEnough(work)
                ? Outcome.done("SomeAreAway", waiting.message()).found(waiting.found())
                : outcome;
    }

    private boolean isEnough(Work work) {
        return work.find(StatefulSet.class, servers.workload().getMetadata().getName())
                .map(Rollout::of)
                .filter(rollout ->
                        rollout.observed() && rollout.updated() == rollout.desired() && rollout.ready() >= enough)
                .isPresent();
    }

    @Override
    public Outcome teardown(Work work) throws Exception {
        return servers.teardown(work);
    }
}
