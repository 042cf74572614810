package io.c5c3.cli.up;

import io.c5c3.cli.cluster.Applier;
import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.plane.PlaneWatch;
import io.c5c3.cli.plane.StatusText;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Applies what a person wrote, and watches until all of it is ready. */
final class PlaneRollout {
    private final KubernetesClient client;
    private final Kinds kinds;
    private final Applier applier;
    private final Clock clock;
    private final Board.Phase phase;

    /**
     * How it went.
     *
     * @param unready what was still not ready when the time was over
     * @param planes the control planes among what was applied
     */
    record Result(boolean changed, List<Observed> unready, List<Observed> planes, Map<String, Duration> phases) {}

    PlaneRollout(KubernetesClient client, Kinds kinds, Applier applier, Clock clock, Board.Phase phase) {
        this.client = client;
        this.kinds = kinds;
        this.applier = applier;
        this.clock = clock;
        this.phase = phase;
    }

    Result run(List<GenericKubernetesResource> documents, Duration limit) {
        var changed = makeNamespaces(documents);
        var awaited = new ArrayList<GenericKubernetesResource>();
        for (var document : documents) {
            var result = applier.apply(document);
            changed |= result.changed();
            if (Kind.isOurs(document)) {
                awaited.add(result.live());
            }
        }
        var start = clock.instant();
        var phases = new PhaseClock();
        try (var watch = PlaneWatch.start(kinds, namespace(awaited))) {
            phase.body(() -> picture(watch, awaited, start));
            var chronicle = new Chronicle();
            watch.await(
                    all -> {
                        chronicle.news(trees(all, awaited)).forEach(phase::event);
                        chosen(all, awaited).stream()
                                .filter(Observed::isPlane)
                                .findFirst()
                                .ifPresent(plane ->
                                        phases.observe(plane.isReady() ? "" : plane.status("phase"), clock.instant()));
                        return unready(all, awaited).isEmpty();
                    },
                    limit);
            phases.observe("", clock.instant());
            var all = watch.resources();
            var planes = chosen(all, awaited).stream().filter(Observed::isPlane).toList();
            return new Result(changed, unready(all, awaited), planes, phases.times());
        }
    }

    /** The client pod of a plane that can be logged in to; returns whether it had to be made. */
    boolean makeClient(Observed plane) {
        var secret = client.secrets()
                .inNamespace(plane.namespace())
                .withName(ClientPod.secret(plane.name()))
                .get();
        if (secret == null) {
            return false;
        }
        var changed = applier.apply(ClientPod.deployment(plane.namespace(), plane.name()))
                .changed();
        phase.run("Waiting for the client pod", step -> ClientPod.awaitReady(client, plane.namespace()));
        return changed;
    }

    /** A document may name a namespace that nobody made: it is clear what is meant. */
    private boolean makeNamespaces(List<GenericKubernetesResource> documents) {
        var described = documents.stream()
                .filter(document -> document.getKind().equals("Namespace"))
                .map(document -> document.getMetadata().getName())
                .collect(Collectors.toSet());
        var named = new TreeSet<String>();
        for (var document : documents) {
            var metadata = document.getMetadata();
            if (metadata.getNamespace() == null && kinds.of(document).namespaced()) {
                metadata.setNamespace(Optional.ofNullable(client.getNamespace()).orElse("default"));
            }
            if (metadata.getNamespace() != null) {
                named.add(metadata.getNamespace());
            }
        }
        named.removeAll(described);
        var changed = false;
        for (var name : named) {
            if (client.namespaces().withName(name).get() == null) {
                var yaml = "{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}";
                applier.apply(Documents.parse(yaml, name).getFirst());
                changed = true;
            }
        }
        return changed;
    }

    private static Optional<String> namespace(List<GenericKubernetesResource> awaited) {
        var names = awaited.stream()
                .map(object -> object.getMetadata().getNamespace())
                .distinct()
                .toList();
        return names.size() == 1 ? Optional.ofNullable(names.getFirst()) : Optional.empty();
    }

    private List<Text> picture(PlaneWatch watch, List<GenericKubernetesResource> awaited, Instant start) {
        return StatusText.since(start, clock.instant()).lines(trees(watch.resources(), awaited), false);
    }

    /** What was applied, and all that was made for it since. */
    private static List<Forest.Node> trees(List<Observed> all, List<GenericKubernetesResource> awaited) {
        return Forest.of(all).roots().stream()
                .filter(root -> awaited.stream().anyMatch(object -> isSame(root.resource(), object)))
                .toList();
    }

    private static List<Observed> chosen(List<Observed> all, List<GenericKubernetesResource> awaited) {
        return all.stream()
                .filter(one -> awaited.stream().anyMatch(object -> isSame(one, object)))
                .toList();
    }

    /** Those that are not ready, or that a watch has not shown yet in the state in which they were written. */
    private static List<Observed> unready(List<Observed> all, List<GenericKubernetesResource> awaited) {
        return awaited.stream()
                .filter(object ->
                        !seen(all, object).isReadySince(object.getMetadata().getGeneration()))
                .map(object -> seen(all, object))
                .toList();
    }

    private static Observed seen(List<Observed> all, GenericKubernetesResource object) {
        return all.stream().filter(one -> isSame(one, object)).findFirst().orElseGet(() -> Observed.of(object));
    }

    private static boolean isSame(Observed resource, GenericKubernetesResource object) {
        return resource.uid().equals(object.getMetadata().getUid());
    }
}
