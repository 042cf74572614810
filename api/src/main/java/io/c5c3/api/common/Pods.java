package io.c5c3.api.common;

import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of a workload are placed, sized and stopped.
 *
 * @param resources what each pod asks for and may use at most; as in a pod (kubectl explain pod.spec.containers.resources)
 * @param nodeSelector labels that a node must have
 * @param tolerations as in a pod (kubectl explain pod.spec.tolerations)
 * @param affinity as in a pod (kubectl explain pod.spec.affinity)
 * @param topologySpreadConstraints as in a pod (kubectl explain pod.spec.topologySpreadConstraints)
 * @param priorityClassName who makes way for whom when nodes are full; as in a pod (kubectl explain pod.spec.priorityClassName)
 * @param terminationGracePeriodSeconds how long a pod may take to end
 * @param preStopSleepSeconds how long a pod still answers after it was told to end, so that nobody is sent to it any more
 * @param annotations annotations of the pods
 * @param extraMounts volumes of your own, certificates say
 */
public record Pods(
        @Nullable ResourceRequirements resources,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations,
        @Nullable Affinity affinity,
        List<TopologySpreadConstraint> topologySpreadConstraints,
        @Nullable String priorityClassName,
        @Min(0) @Nullable Long terminationGracePeriodSeconds,
        @Min(0) @Nullable Long preStopSleepSeconds,
        Map<String, String> annotations,
        List<ExtraMount> extraMounts) {

    @SuppressWarnings("NullAway")
    public static final Pods DEFAULT = new Pods(null, null, null, null, null, null, null, null, null, null);

    public Pods {
        nodeSelector = nodeSelector == null ? Map.of() : nodeSelector;
        tolerations = tolerations == null ? List.of() : tolerations;
        topologySpreadConstraints = topologySpreadConstraints == null ? List.of() : topologySpreadConstraints;
        annotations = annotations == null ? Map.of() : annotations;
        extraMounts = extraMounts == null ? List.of() : extraMounts;
    }

    /** These for a part that says something of its own, else what is said for all parts. */
    public Pods or(Pods common) {
        return DEFAULT.equals(this) ? common : this;
    }

    /**
     * A volume of the user's own, mounted into the containers of the workload.
     *
     * @param volume as in a pod (kubectl explain pod.spec.volumes)
     * @param mount where and how; as in a pod (kubectl explain pod.spec.containers.volumeMounts)
     */
    public record ExtraMount(
            @Required Volume volume, @Required VolumeMount mount) {}
}
