package io.c5c3.cli.tempest;

import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Interruption;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A run of tests from the wish to the verdict. */
public final class TestRun {
    /** Images of real clusters come from afar. */
    private static final Duration TO_BEGIN = Duration.ofMinutes(10);

    /** The operator may see the end of a Job before it sees what the pod left behind. */
    private static final Duration TO_SETTLE = Duration.ofSeconds(30);

    private final Suite suite;
    private final LoadableImages images;
    private final String before;
    private final String request;
    private final Set<String> others;

    /** Asks for one, unless one that was asked for is under way: that is the one to follow then. */
    public TestRun(Suite suite, LoadableImages images) {
        this.suite = suite;
        this.images = images;
        var now = suite.look();
        before = now.status("lastRun");
        if (underWay(now)) {
            request = Suite.request(now);
            others = Set.of();
        } else {
            request = Instant.now().toString();
            others = suite.pods().stream()
                    .map(pod -> pod.getMetadata().getName())
                    .collect(Collectors.toSet());
            suite.ask(request);
        }
    }

    static boolean underWay(Observed tempest) {
        var asked = Suite.request(tempest);
        return !asked.isEmpty() && !asked.equals(tempest.status("lastRequest"));
    }

    /** Returns the Tempest once it tells how the run ended. */
    public Observed follow(Progress progress) {
        try (var watch = new SuiteWatch(suite)) {
            var pod = progress.call("Waiting for the run to begin", step -> begun(watch, step));
            pod.ifPresent(running -> progress.run("Running tests", step -> follow(running, watch, step)));
            return progress.call("Waiting for the verdict", step -> verdict(watch));
        }
    }

    /** The pod; none if the run is over already. */
    private Optional<Pod> begun(SuiteWatch watch, Progress.Step step) {
        var settled = watch.await(
                () -> {
                    holdsUp(watch.look()).ifPresent(step::detail);
                    return begun(watch).isPresent()
                            || ended(watch.look())
                            || watch.look().isStalled();
                },
                TO_BEGIN);
        var now = watch.look();
        var pod = begun(watch);
        if (pod.isPresent() || (settled && ended(now))) {
            return pod;
        }
        throw new Failure(
                "The run does not begin" + holdsUp(now).map(text -> ": " + text).orElse(".") + " './c5c3 why "
                        + now.title() + " -n " + now.namespace() + "' tells more.");
    }

    private Optional<String> holdsUp(Observed now) {
        return now.failing().stream()
                // How the run before ended holds nothing up.
                .filter(condition -> !"TestsPassed".equals(condition.getType()))
                .map(condition -> condition.getMessage())
                .map(message ->
                        images.remedy(message).map(remedy -> remedy + " ").orElse("") + message)
                .findFirst();
    }

    /** A run that was asked for is in a Job of another name than those of the schedule. */
    private Optional<Pod> begun(SuiteWatch watch) {
        return watch.pods().stream()
                .filter(pod -> !others.contains(pod.getMetadata().getName()))
                .filter(pod -> pod.getMetadata().getName().startsWith(suite.name() + "-run-"))
                .filter(pod -> !"Pending".equals(pod.getStatus().getPhase()))
                .max(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()));
    }

    /** Until its end. The log only shows how far it is: should it break off, the run does not. */
    private void follow(Pod pod, SuiteWatch watch, Progress.Step step) {
        var reader = Thread.ofVirtual().start(() -> read(pod, step));
        try {
            // The operator sets the limit.
            watch.await(() -> ended(watch.look()), Duration.ofDays(365));
        } finally {
            reader.interrupt();
        }
    }

    private void read(Pod pod, Progress.Step step) {
        var count = new TestCount();
        try (var log = suite.client()
                        .pods()
                        .inNamespace(suite.namespace())
                        .withName(pod.getMetadata().getName())
                        .watchLog();
                var lines = new BufferedReader(new InputStreamReader(log.getOutput(), StandardCharsets.UTF_8))) {
            lines.lines().filter(count::add).forEach(line -> step.detail(count.toString()));
        } catch (IOException | UncheckedIOException e) {
            if (!Interruption.isWhy(e)) {
                step.detail("its log cannot be read any more (" + e.getMessage() + ")");
            }
        }
    }

    private boolean ended(Observed now) {
        return request.equals(now.status("lastRequest"));
    }

    private Observed verdict(SuiteWatch watch) {
        if (!watch.await(
                () -> ended(watch.look())
                        && (isStopped(watch.look())
                                || !before.equals(watch.look().status("lastRun"))),
                TO_SETTLE)) {
            throw new Failure("The run has ended and left no result: './c5c3 kubectl -n " + suite.namespace()
                    + " describe job -l app.kubernetes.io/instance=" + suite.name() + "' may tell why.");
        }
        return watch.look();
    }

    /** Somebody deleted its Job: there may be no result. */
    static boolean isStopped(Observed tempest) {
        return !tempest.status("takenRequest").isEmpty()
                && tempest.status("takenRequest").equals(tempest.status("lastRequest"));
    }
}
