package io.c5c3.engine.step;

import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;

/** Which rotation of a key ring a Job re-encrypts for: written on the Job, so that its completion speaks for that rotation only. */
public final class MigrationMark {

    private MigrationMark() {}

    /** How often the ring in this Secret has been rotated. */
    public static int rotations(Secret ring) {
        return KeyRingSecret.rotations(ring);
    }

    /** The Job, marked; it runs again for the next rotation. */
    public static Job on(Job job, int rotations) {
        return new JobBuilder(job)
                .editMetadata()
                .addToAnnotations(KeyRingSecret.ROTATIONS, String.valueOf(rotations))
                .endMetadata()
                .editSpec()
                .editTemplate()
                .editMetadata()
                .addToAnnotations(KeyRingSecret.ROTATIONS, String.valueOf(rotations))
                .endMetadata()
                .endTemplate()
                .endSpec()
                .build();
    }

    static boolean done(Work work, String job, int rotations) {
        return work
                .find(Job.class, job)
                .filter(there -> there.getMetadata().getAnnotations() != null
                        && String.valueOf(rotations)
                                .equals(there.getMetadata().getAnnotations().get(KeyRingSecret.ROTATIONS)))
                .map(Job::getStatus)
                .filter(status -> status.getConditions() != null)
                .stream()
                .flatMap(status -> status.getConditions().stream())
                .anyMatch(condition -> "Complete".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
