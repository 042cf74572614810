package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps pods away from nodes, by name: the name is no label that somebody might change. */
public final class OtherNodes {

    private static final String NAME = "metadata.name";

    private OtherNodes() {}

    /** The affinity, as it is if there is no such node: pods are replaced when it changes. */
    public static @Nullable Affinity than(Collection<String> nodes, @Nullable Affinity wanted) {
        if (nodes.isEmpty()) {
            return wanted;
        }
        var node = wanted == null ? null : wanted.getNodeAffinity();
        var required = node == null ? null : node.getRequiredDuringSchedulingIgnoredDuringExecution();
        // One of the terms has to hold, so each of them has to say it.
        var terms = required == null || required.getNodeSelectorTerms().isEmpty()
                ? List.of(new NodeSelectorTerm())
                : required.getNodeSelectorTerms();
        return (wanted == null ? new AffinityBuilder() : new AffinityBuilder(wanted))
                .editOrNewNodeAffinity()
                .editOrNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withNodeSelectorTerms(
                        terms.stream().map(term -> without(nodes, term)).toList())
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build();
    }

    /** The API server takes one name for each requirement. */
    private static NodeSelectorTerm without(Collection<String> nodes, NodeSelectorTerm term) {
        return new NodeSelectorTermBuilder(term)
                .addAllToMatchFields(new TreeSet<>(nodes)
                        .stream()
                                .map(node -> new NodeSelectorRequirement(NAME, "NotIn", List.of(node)))
                                .toList())
                .build();
    }
}
