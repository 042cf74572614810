package io.c5c3.engine.kube;

import io.c5c3.engine.Founding;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;

/**
 * What was founded for a resource, as pods see it: one file for each thing, under the thing's name. Scripts that would set up an empty
 * volume look there first, and end with {@link #REFUSAL} as the first word of their last line if they find that theirs was not to be empty.
 */
public final class FoundingFiles {

    public static final String FOLDER = "/etc/c5c3/founded";

    /** The kubelet puts the last lines of a container that failed into the pod's status; this word is how the operator knows them. */
    public static final String REFUSAL = "DataLost:";

    private static final String VOLUME = "founded";

    private FoundingFiles() {}

    /** Before anything was founded there is none, and pods start all the same. */
    public static Volume volume(HasMetadata resource) {
        return new VolumeBuilder()
                .withName(VOLUME)
                .withNewConfigMap()
                .withName(Founding.of(resource))
                .withOptional(true)
                .endConfigMap()
                .build();
    }

    public static VolumeMount mount() {
        return new VolumeMountBuilder()
                .withName(VOLUME)
                .withMountPath(FOLDER)
                .withReadOnly(true)
                .build();
    }

    /** The pod, with the record where its first container reads it. */
    public static PodTemplateSpec into(PodTemplateSpec pod, HasMetadata resource) {
        return pod.edit()
                .editSpec()
                .addToVolumes(volume(resource))
                .editFirstContainer()
                .addToVolumeMounts(mount())
                .endContainer()
                .endSpec()
                .build();
    }

    /** The thing to note when a pod may begin on an empty volume although it was founded before: others have all that was on it. */
    public static String spared(String pod) {
        return pod + "-spared";
    }

    /** The file that is there once this thing was founded. */
    public static String file(String thing) {
        return FOLDER + "/" + thing;
    }
}
