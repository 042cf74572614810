package io.c5c3.engine;

import io.c5c3.api.common.NodeUse;
import io.c5c3.api.common.UsesNodes;
import io.c5c3.engine.cluster.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whose a node is that several resources select. Who has pods there keeps it, because guests may hang on them: a label on a node, or a wider
 * selector of an older resource, takes nothing from anybody. Of those who have none there, or all have some, the oldest comes first. Resources
 * whose namespace may not have such pods count for nothing: else anybody could keep others from their nodes.
 */
record NodeClaims(Cluster cluster) {

    private static final Comparator<HasMetadata> SENIORITY = Comparator.<HasMetadata, String>comparing(
                    resource -> String.valueOf(resource.getMetadata().getCreationTimestamp()))
            .thenComparing(Ref::of, Comparator.comparing(Ref::namespace).thenComparing(Ref::name))
            .thenComparing(Ref::of);

    SortedMap<String, Owner> taken(UsesNodes resource, Collection<Class<? extends HasMetadata>> rivals) {
        var who = (HasMetadata) resource;
        var nodes = cluster.list(Node.class, "", Map.of());
        var taken = new TreeMap<String, Owner>();
        for (var what : resource.nodeUses().stream().map(NodeUse::what).collect(Collectors.toSet())) {
            var wanted = wanted(resource, what, nodes);
            if (wanted.isEmpty()) {
                continue;
            }
            var own = present(resource, what);
            for (var rival : rivals(who, rivals)) {
                var contested = new HashSet<>(wanted((UsesNodes) rival, what, nodes));
                contested.retainAll(wanted);
                if (contested.isEmpty()) {
                    continue;
                }
                // Of a namespace that cannot be read the worst is believed: one too few comes to no harm, two do.
                var theirs =
                        cluster.standing(rival.getMetadata().getNamespace()).open()
                                ? present((UsesNodes) rival, what)
                                : contested;
                var older = SENIORITY.compare(rival, who) < 0;
                for (var node : contested) {
                    if (theirs.contains(node) == own.contains(node) ? older : theirs.contains(node)) {
                        taken.putIfAbsent(node, Owner.of(rival));
                    }
                }
            }
        }
        return taken;
    }

    private List<HasMetadata> rivals(HasMetadata who, Collection<Class<? extends HasMetadata>> kinds) {
        var found = new ArrayList<HasMetadata>();
        for (var kind : kinds) {
            if (cluster.serves(kind)) {
                found.addAll(cluster.list(kind, "", Map.of()));
            }
        }
        return found.stream()
                .filter(rival -> rival instanceof UsesNodes && !Owner.of(rival).same(Owner.of(who)))
                .filter(rival ->
                        cluster.standing(rival.getMetadata().getNamespace()).privileged())
                .sorted(SENIORITY)
                .toList();
    }

    private static Set<String> wanted(UsesNodes resource, String what, List<Node> nodes) {
        return nodes.stream()
                .filter(node -> resource.nodeUses().stream()
                        .filter(use -> use.what().equals(what))
                        .anyMatch(use -> labels(node)
                                .entrySet()
                                .containsAll(use.selector().entrySet())))
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    private static Map<String, String> labels(Node node) {
        return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
    }

    /** Where its pods are, also those that are about to end. */
    private Set<String> present(UsesNodes resource, String what) {
        var metadata = ((CustomResource<?, ?>) resource).getMetadata();
        return resource.nodeUses().stream()
                .filter(use -> use.what().equals(what))
                .map(use -> Labels.selector(use.service(), metadata.getName(), use.component()))
                .flatMap(labels -> cluster.list(Pod.class, "", labels).stream())
                .filter(pod -> metadata.getNamespace().equals(pod.getMetadata().getNamespace()))
                .map(pod -> pod.getSpec().getNodeName())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
