package io.c5c3.api.common;

import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the pods of a workload are placed, sized and stopped. */
@RecordBuilder
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

    /** These for a part that says something of its own, else what is said for all parts. */
    public Pods or(Pods common) {
        return Defaults.of(Pods.class).equals(this) ? common : this;
    }

    /** A volume of the user's own, mounted into the containers of the workload. */
    @RecordBuilder
    public record ExtraMount(
            @Required Volume volume, @Required VolumeMount mount) {}
}
