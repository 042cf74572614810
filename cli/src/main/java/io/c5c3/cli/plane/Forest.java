package io.c5c3.cli.plane;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Resources as trees: each below the one it was made for. */
public record Forest(List<Node> roots) {

    /** A resource and those made for it. */
    public record Node(Observed resource, List<Node> children) {}

    // Planes first, then by namespace; children in the order in which they were made, which is the order of dependence.
    private static final Comparator<Observed> ROOTS = Comparator.comparing((Observed root) -> !root.isPlane())
            .thenComparing(Observed::namespace)
            .thenComparing(Observed::title);
    private static final Comparator<Observed> CHILDREN =
            Comparator.comparing(Observed::created).thenComparing(Observed::title);

    public static Forest of(Collection<Observed> resources) {
        var roots = resources.stream()
                .filter(one -> resources.stream().noneMatch(one::belongsTo))
                .sorted(ROOTS)
                .toList();
        var placed = new HashSet<String>();
        return new Forest(
                roots.stream().map(root -> node(root, resources, placed)).toList());
    }

    /** {@code placed}: each resource stands once, even when two claim it or it claims itself in a circle. */
    private static Node node(Observed resource, Collection<Observed> all, HashSet<String> placed) {
        placed.add(resource.uid());
        var children = new ArrayList<Node>();
        all.stream().filter(one -> one.belongsTo(resource)).sorted(CHILDREN).forEach(child -> {
            if (placed.add(child.uid())) {
                children.add(node(child, all, placed));
            }
        });
        return new Node(resource, List.copyOf(children));
    }

    public boolean isEmpty() {
        return roots.isEmpty();
    }

    /** The control planes, and with each the resources that were made for it. */
    public List<Node> planes() {
        return roots.stream().filter(root -> root.resource().isPlane()).toList();
    }

    public Optional<Node> find(Observed resource) {
        return all(roots).stream()
                .filter(node -> node.resource().uid().equals(resource.uid()))
                .findFirst();
    }

    /** The nodes and all below them. */
    public static List<Node> all(List<Node> nodes) {
        var all = new ArrayList<Node>();
        for (var node : nodes) {
            all.add(node);
            all.addAll(all(node.children()));
        }
        return all;
    }
}
