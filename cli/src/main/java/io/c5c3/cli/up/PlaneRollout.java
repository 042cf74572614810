package io.c5c3.cli.up;

import io.c5c3.cli.cluster.Applier;
import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Enrolments;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.plane.PlaneWatch;
import io.c5c3.cli.plane.StatusText;
import io.c5c3.cli.terminal.Board;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.Rollout;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Puts what a person wrote into the cluster, and watches until all of it is ready. */
final class PlaneRollout {
    private final KubernetesClient client;
    private final Kinds kinds;
    private final Applier applier;
    private final Clock clock;
    private final Board.Phase phase;

    /**
     * How it went.
     *
     * @param unready what was still not ready when the time was over, or when waiting on had no sense
     * @param stalled what only a person can help
     * @param planes the control planes among what was written
     */
    record Result(
            boolean changed,
            List<Observed> unready,
            List<Observed> stalled,
            List<Observed> planes,
            Map<String, Duration> phases) {}

    PlaneRollout(KubernetesClient client, Kinds kinds, Applier applier, Clock clock, Board.Phase phase) {
        this.client = client;
        this.kinds = kinds;
        this.applier = applier;
        this.clock = clock;
        this.phase = phase;
    }

    Result run(Intent intent, boolean privileged, Instant deadline) {
        var written = intent.write(client, kinds, applier, namespace -> enroll(namespace, privileged));
        var family = written.family();
        var start = clock.instant();
        var phases = new PhaseClock();
        try (var watch = PlaneWatch.start(kinds, family.namespace())) {
            phase.body(() -> StatusText.since(start, clock.instant()).lines(family.trees(watch.resources()), false));
            var settled = settle(watch, family, phases, deadline);
            phases.observe("", clock.instant());
            var all = watch.resources();
            return new Result(
                    written.changed(),
                    settled ? List.of() : family.suspects(all),
                    settled ? List.of() : family.stalled(all),
                    family.planes(all),
                    phases.times());
        }
    }

    private boolean enroll(String namespace, boolean privileged) {
        var changed = new Enrolments(client).enroll(namespace, privileged);
        if (changed) {
            phase.event("The namespace " + namespace + " is enrolled: the operators may work there"
                    + (privileged ? ", and start privileged pods." : "."));
        }
        return changed;
    }

    /**
     * Returns early when something waits for a person: the time would only pass. A resource that says it is ready may say so from before a restart of the whole cluster, when its pods are only coming back. So
     * they are asked, too, and when one of them is not there yet, both are asked again.
     */
    private boolean settle(PlaneWatch watch, Family family, PhaseClock phases, Instant deadline) {
        var chronicle = new Chronicle();
        while (watch.await(all -> isEnded(all, family, chronicle, phases), left(deadline))) {
            if (!family.unready(watch.resources()).isEmpty()) {
                return false;
            }
            var restless = workloads(client, family.namespaces())
                    .filter(one -> !Rollout.of(one).complete())
                    .toList();
            if (restless.isEmpty() || left(deadline).isZero()) {
                return restless.isEmpty();
            }
            restless.forEach(workload -> awaitComplete(workload, left(deadline)));
        }
        return false;
    }

    private boolean isEnded(List<Observed> all, Family family, Chronicle chronicle, PhaseClock phases) {
        chronicle.news(family.trees(all)).forEach(phase::event);
        family.planes(all).stream()
                .findFirst()
                .ifPresent(plane -> phases.observe(plane.isReady() ? "" : plane.status("phase"), clock.instant()));
        return family.unready(all).isEmpty() || family.stalled(all).stream().anyMatch(this::isStillStalled);
    }

    /** The watches of two kinds do not keep step: the one that was stalled may have been mended with the other. */
    private boolean isStillStalled(Observed resource) {
        var now = client.resource(resource.object()).get();
        return now != null && Observed.of(now).isStalled();
    }

    /** All that runs for resources of ours, agents on nodes among them: a new operator may just be replacing them. */
    static Stream<HasMetadata> workloads(KubernetesClient client, Set<String> namespaces) {
        return namespaces.stream()
                .flatMap(namespace -> Stream.<List<? extends HasMetadata>>of(
                        client.apps()
                                .deployments()
                                .inNamespace(namespace)
                                .withLabel(Labels.OWNER)
                                .list()
                                .getItems(),
                        client.apps()
                                .statefulSets()
                                .inNamespace(namespace)
                                .withLabel(Labels.OWNER)
                                .list()
                                .getItems(),
                        client.apps()
                                .daemonSets()
                                .inNamespace(namespace)
                                .withLabel(Labels.OWNER)
                                .list()
                                .getItems()))
                .flatMap(List::stream);
    }

    private void awaitComplete(HasMetadata workload, Duration limit) {
        var title = workload.getKind() + "/" + workload.getMetadata().getName();
        phase.run("Waiting for the pods of " + title, step -> {
            try {
                client.resource(workload)
                        .waitUntilCondition(
                                one -> one == null || Rollout.of(one).complete(),
                                limit.toMillis(),
                                TimeUnit.MILLISECONDS);
            } catch (KubernetesClientTimeoutException e) {
                step.failed("not in time");
            }
        });
    }

    private Duration left(Instant deadline) {
        var left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
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
}
