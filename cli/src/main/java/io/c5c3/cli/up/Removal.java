package io.c5c3.cli.up;

import io.c5c3.cli.cluster.Bundle;
import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.plane.PlaneWatch;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Takes all that is ours out of somebody's cluster: first the planes, while there is an operator to take them down, then the operator. */
public final class Removal {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final KubernetesClient client;
    private final Kinds kinds;

    public Removal(KubernetesClient client) {
        this.client = client;
        this.kinds = new Kinds(client);
    }

    /** What it would remove. */
    public List<String> plan() {
        var plan = new ArrayList<>(roots().stream()
                .map(root -> root.title() + " in " + root.namespace())
                .toList());
        plan.add("the operator with its kinds and roles");
        return plan;
    }

    public void run(Board board) {
        var planes = board.phase("Planes");
        removeResources(planes);
        planes.done("removed");
        var operator = board.phase("Operator");
        operator.run("Deleting the operator, its roles and its kinds", step -> {
            for (var object : Bundle.read().objects().reversed()) {
                step.detail(object.getKind() + "/" + object.getMetadata().getName());
                kinds.delete(object);
            }
        });
        operator.done("removed");
    }

    private List<Observed> roots() {
        return Forest.of(Inventory.list(kinds, Optional.empty())).roots().stream()
                .map(Forest.Node::resource)
                .toList();
    }

    private void removeResources(Board.Phase phase) {
        var roots = roots();
        for (var root : roots) {
            client.apps()
                    .deployments()
                    .inNamespace(root.namespace())
                    .withName(ClientPod.NAME)
                    .delete();
            kinds.delete(root.object());
        }
        try (var watch = PlaneWatch.start(kinds, Optional.empty())) {
            phase.run("Waiting until they are gone", step -> {
                if (!watch.await(all -> isGone(all, step::detail), LIMIT)) {
                    throw new Failure("Some resources do not go: " + titles(watch.resources())
                            + ". './c5c3 operator logs' may say why. The operator was left in place.");
                }
            });
        }
    }

    private static boolean isGone(List<Observed> all, java.util.function.Consumer<String> detail) {
        detail.accept(titles(all));
        return all.isEmpty();
    }

    private static String titles(List<Observed> resources) {
        return resources.stream().map(Observed::title).collect(Collectors.joining(", "));
    }
}
