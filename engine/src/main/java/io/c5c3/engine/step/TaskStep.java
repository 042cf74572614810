package io.c5c3.engine.step;

import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Job that runs once for what it runs: its digest covers the pod it starts and the Secrets it reads. When either changes, the old Job
 * is deleted with its pods and only then is the new one made, under the same name, so two never run at once. The finished Job is the
 * record that it ran, so it has no time to live.
 *
 * @param verb begins the reasons: DBSync gives DBSyncInProgress and DBSyncFailed
 * @param done the reason once it has run
 * @param reruns Secrets whose content is part of what it runs
 */
public record TaskStep(String verb, String done, Job job, Set<String> reruns) implements Step {

    /** On the Job: what it runs. */
    public static final String DIGEST = "c5c3.io/task-digest";

    /** How long a Job that failed for good is left alone: long enough to read its pods, short enough for a database that was away. */
    private static final Duration REST = Duration.ofSeconds(60);

    public TaskStep {
        reruns = Set.copyOf(reruns);
    }

    @Override
    public List<HasMetadata> objects() {
        return List.of(job);
    }

    @Override
    public Outcome run(Work work) {
        var name = job.getMetadata().getName();
        var ref = Ref.of(Job.class, work.namespace(), name);
        var digest = digest(work);
        // One that a person handed over may be seen only when ours is about to be made.
        var there = work.find(Job.class, name).orElseGet(() -> work.createOwned(stamped(digest)));
        if (there.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.waiting(verb + "InProgress", ref + " of an earlier version is being deleted.")
                    .on(ref);
        }
        var annotations = there.getMetadata().getAnnotations();
        if (annotations == null || !digest.equals(annotations.get(DIGEST))) {
            work.delete(there, true);
            return Outcome.waiting(verb + "InProgress", ref + " of an earlier version makes way for the new one.")
                    .on(ref);
        }
        var status = there.getStatus();
        if (is(status, "Complete")) {
            return Outcome.done(done, ref + " has completed.");
        }
        if (is(status, "Failed")) {
            return failed(work, there, status);
        }
        return PodTrouble.holdsUp(work, ref).orElseGet(() -> running(ref));
    }

    private Outcome running(Ref ref) {
        return Outcome.waiting(verb + "InProgress", ref + " is running.").on(ref);
    }

    private Outcome failed(Work work, Job job, JobStatus status) {
        var ref = Ref.of(job);
        var words = PodTrouble.lastWords(PodTrouble.podsOf(work, ref.name()))
                .map(text -> ": " + text)
                .orElse("");
        var rested = status.getConditions().stream()
                .filter(condition -> "Failed".equals(condition.getType()))
                .map(condition -> Duration.between(Instant.parse(condition.getLastTransitionTime()), work.now()))
                .findFirst()
                .orElse(Duration.ZERO);
        if (rested.compareTo(REST) >= 0) {
            work.delete(job, true);
            return Outcome.waiting(verb + "InProgress", ref + " failed and is tried again" + words)
                    .on(ref);
        }
        return Outcome.waiting(
                        verb + "Failed",
                        ref + " failed" + words + " It is tried again in "
                                + REST.minus(rested).toSeconds() + " s, or as soon as the spec changes.")
                .on(ref)
                .retry(REST.minus(rested))
                .worrying(true);
    }

    private String digest(Work work) {
        return Digest.of(
                Map.of("pod", job.getSpec().getTemplate(), "secrets", reruns.isEmpty() ? "" : work.digest(reruns)));
    }

    private Job stamped(String digest) {
        var stamped = Copies.of(job);
        var annotations = new TreeMap<String, String>();
        if (stamped.getMetadata().getAnnotations() != null) {
            annotations.putAll(stamped.getMetadata().getAnnotations());
        }
        annotations.put(DIGEST, digest);
        stamped.getMetadata().setAnnotations(annotations);
        return stamped;
    }

    private static boolean is(@org.jspecify.annotations.Nullable JobStatus status, String type) {
        return status != null
                && status.getConditions() != null
                && status.getConditions().stream()
                        .anyMatch(
                                condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
