package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something a pod does and is then done with.
 *
 * @param retries how often a failure is tried again before it counts
 */
public record Task(String name, Map<String, String> labels, PodTemplate pod, int retries) {

    private static final int RETRIES = 4;

    /** A database that is large or slow to come up takes its time; a pod that hangs must not do so for ever. */
    private static final long LONGEST_SECONDS = 1800;

    public Task(String name, Map<String, String> labels, PodTemplate pod) {
        this(name, labels, pod, RETRIES);
    }

    /** For what depends on nothing but its input: the second answer would be the first. */
    public Task triedOnce() {
        return new Task(name, labels, pod, 0);
    }

    public Job job() {
        return new JobBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withSpec(spec())
                .build();
    }

    public CronJob cronJob(String schedule, boolean suspended) {
        return new CronJobBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withSchedule(schedule)
                .withTimeZone("Etc/UTC")
                .withSuspend(suspended)
                .withConcurrencyPolicy("Forbid")
                .withSuccessfulJobsHistoryLimit(1)
                .withFailedJobsHistoryLimit(1)
                .withNewJobTemplate()
                .withNewMetadata()
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withSpec(spec())
                .endJobTemplate()
                .endSpec()
                .build();
    }

    private JobSpec spec() {
        return new JobSpecBuilder()
                .withBackoffLimit(retries)
                .withActiveDeadlineSeconds(LONGEST_SECONDS)
                // A pod that is still ending is still at work; two at once could migrate the same database.
                .withPodReplacementPolicy("Failed")
                .withTemplate(pod.neverRestarted().build())
                .build();
    }
}
