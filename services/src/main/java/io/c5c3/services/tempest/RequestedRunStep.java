package io.c5c3.services.tempest;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A run that somebody asked for. It has begun when its Job is there; whether tests pass is told elsewhere.
 *
 * @param request the value that asks for it; empty if nobody does
 * @param job named after the request, so that each is answered once
 */
record RequestedRunStep(String request, Job job) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return request.isEmpty() ? List.of() : List.of(job);
    }

    @Override
    public Outcome run(Work work) {
        if (request.isEmpty()) {
            return Outcome.skipped("Nobody asks for a run; an annotation " + Tempest.RUN + " with any new value does.");
        }
        var name = job.getMetadata().getName();
        var ref = Ref.of(Job.class, work.namespace(), name);
        var there = work.find(Job.class, name);
        if (there.isEmpty()) {
            return gone(work, ref);
        }
        if (!ended(there.get())) {
            return PodTrouble.holdsUp(work, ref)
                    .orElseGet(() -> Outcome.done("RunInProgress", ref + " is running."))
                    .found("takenRequest", request);
        }
        return Outcome.done("RunComplete", ref + " has ended.")
                .found("lastRequest", request)
                .found("takenRequest", null);
    }

    /** Somebody has tidied the Job of a run that is over away, or has ended a run that was not; else it is still to be made. */
    private Outcome gone(Work work, Ref ref) {
        var status =
                Optional.of(work.owner()).filter(Tempest.class::isInstance).map(owner -> ((Tempest) owner).getStatus());
        if (status.filter(known -> request.equals(known.takenRequest())).isPresent()) {
            return Outcome.done(
                            "RunStopped",
                            "The run that was asked for (" + request + ") was stopped: " + ref
                                    + " was deleted before it had ended.")
                    .found("lastRequest", request);
        }
        if (status.filter(known -> request.equals(known.lastRequest())).isPresent()) {
            return Outcome.done("RunComplete", "The run that was asked for (" + request + ") has ended.");
        }
        work.createOwned(new JobBuilder(job).build());
        return Outcome.done("RunInProgress", ref + " is running.").found("takenRequest", request);
    }

    private static boolean ended(Job job) {
        return Optional.ofNullable(job.getStatus()).map(status -> status.getConditions()).stream()
                .flatMap(List::stream)
                .anyMatch(condition -> List.of("Complete", "Failed").contains(condition.getType())
                        && "True".equals(condition.getStatus()));
    }
}
