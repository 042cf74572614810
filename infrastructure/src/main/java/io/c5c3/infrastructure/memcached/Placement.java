package io.c5c3.infrastructure.memcached;

import io.c5c3.api.memcached.Memcached;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodAntiAffinityBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the servers are kept apart: what the resource says by one word, under what it says in full. */
record Placement(Memcached.Spec spec, Map<String, String> selector) {

    private static final int STRONGEST = 100;

    /** Adds to a pod what its general settings leave open. */
    void to(PodSpec pod) {
        pod.setAffinity(affinity(pod.getAffinity()));
        var constraints = spec.highAvailability().topologySpreadConstraints();
        if (!constraints.isEmpty()) {
            pod.setTopologySpreadConstraints(constraints.stream()
                    // Without a selector a constraint counts no pods at all.
                    .map(constraint -> constraint.getLabelSelector() != null
                            ? constraint
                            : new TopologySpreadConstraintBuilder(constraint)
                                    .withLabelSelector(ours())
                                    .build())
                    .toList());
        }
    }

    private @Nullable Affinity affinity(@Nullable Affinity written) {
        var apart = apart();
        if (apart.isEmpty() || (written != null && written.getPodAntiAffinity() != null)) {
            return written;
        }
        var builder = written == null ? new AffinityBuilder() : new AffinityBuilder(written);
        return builder.withPodAntiAffinity(apart.get()).build();
    }

    private Optional<PodAntiAffinity> apart() {
        return switch (spec.highAvailability().podAntiAffinity()) {
            case soft ->
                Optional.of(new PodAntiAffinityBuilder()
                        .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                        .withWeight(STRONGEST)
                        .withPodAffinityTerm(sameNode())
                        .endPreferredDuringSchedulingIgnoredDuringExecution()
                        .build());
            case hard ->
                Optional.of(new PodAntiAffinityBuilder()
                        .withRequiredDuringSchedulingIgnoredDuringExecution(sameNode())
                        .build());
            case none -> Optional.empty();
        };
    }

    private PodAffinityTerm sameNode() {
        return new PodAffinityTermBuilder()
                .withLabelSelector(ours())
                .withTopologyKey("kubernetes.io/hostname")
                .build();
    }

    private LabelSelector ours() {
        return new LabelSelectorBuilder()
                .withMatchLabels(new TreeMap<>(selector))
                .build();
    }
}
