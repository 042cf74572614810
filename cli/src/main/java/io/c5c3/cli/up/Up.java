package io.c5c3.cli.up;

import io.c5c3.cli.cluster.Applier;
import io.c5c3.cli.cluster.Bundle;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Layers;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.cluster.Operator;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.plane.Cause;
import io.c5c3.cli.plane.CauseText;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.LiveEvidence;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.plane.Why;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A working cloud from nothing. Every step looks at what is there and does the rest, so it can be run at any time, and again. */
public final class Up {
    /** Of a new operator; longer than the lease of the one before, which it may have to wait for, beside everything else that starts. */
    private static final Duration FIRST_LOOK = Duration.ofMinutes(3);

    private final Target target;
    private final Terminal terminal;
    private final Duration timeout;
    private final boolean privileged;
    private final Clock clock = Clock.systemUTC();
    private final Instant start = clock.instant();
    private Instant deadline = Instant.MAX;
    private final Map<String, Duration> times = new LinkedHashMap<>();
    private final List<Text> explanations = new ArrayList<>();
    private boolean changed;

    /** @param privileged whether pods may be privileged also on a cluster that is not ours alone */
    public Up(Target target, Terminal terminal, Duration timeout, boolean privileged) {
        this.target = target;
        this.terminal = terminal;
        this.timeout = timeout;
        this.privileged = privileged || target instanceof Target.Local;
    }

    /** Returns whether everything in the files, each laid over those before, became ready. */
    public boolean run(List<Path> files) {
        var intent = new Intent(Layers.read(files));
        Ground.mustBePossible(target);
        terminal.print(Text.of("Working on " + target.describe() + "."));
        PlaneRollout.Result result;
        try (var board = Board.on(terminal)) {
            result = run(intent, board);
        } finally {
            // Not before the board is closed: it would draw over them.
            explanations.forEach(terminal::print);
        }
        if (!result.unready().isEmpty()) {
            terminal.print(Text.EMPTY);
            terminal.print(Text.of(ending(result.stalled())));
            return false;
        }
        Summary.lines(changed, result.planes(), times, elapsed()).forEach(terminal::print);
        return true;
    }

    private String ending(List<Observed> stalled) {
        return stalled.isEmpty()
                ? "Not everything became ready within " + Elapsed.precise(timeout)
                        + ". What was started goes on: './c5c3 status --watch' shows it, './c5c3 up' waits for it"
                        + " again."
                : stalled.stream().map(Observed::title).collect(Collectors.joining(", "))
                        + " cannot become ready as written. Mend what is said above, then './c5c3 up' again.";
    }

    private PlaneRollout.Result run(Intent intent, Board board) {
        var ground = new Ground(board).prepare(target, intent.parts());
        times.putAll(ground.times());
        // Only waiting has a limit: what is downloaded and built on a new machine takes the time it takes.
        deadline = clock.instant().plus(timeout);
        changed |= ground.changed();
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            var applier = new Applier(client, kinds);
            var bundle = ground.operatorBuild()
                    .map(build -> Bundle.read().withImageBuild(build))
                    .orElseGet(Bundle::read);
            var operator = board.phase("Operator");
            operator.attempt(() -> install(client, bundle, applier, ground.started(), operator));
            var plane = board.phase("Plane");
            return plane.attempt(() -> rollOut(intent, client, kinds, applier, plane));
        }
    }

    /** @param started whether the cluster had stood still, so that what resources say of themselves is of another time */
    private Deployment install(
            KubernetesClient client, Bundle bundle, Applier applier, boolean started, Board.Phase phase) {
        var operator = new Operator(client);
        var replaced = operator.rollout().isPresent();
        int written =
                phase.call("Installing kinds, roles and the operator", step -> operator.install(bundle, applier, step));
        var available = phase.call("Waiting for the operator", step -> operator.awaitAvailable(left(), step));
        times.put("operator", phase.elapsed());
        changed |= written > 0;
        if (available.isEmpty()) {
            var evidence =
                    LiveEvidence.gather(client, new Kinds(client), Operator.NAMESPACE, LoadableImages.of(target));
            explain(new Why(evidence, clock.instant()).of(operator.get()));
            throw new Failure("The operator did not start within " + Elapsed.precise(timeout)
                    + ". './c5c3 operator logs' may tell more.");
        }
        if ((started || written > 0)
                && replaced
                && !Inventory.list(new Kinds(client), Optional.empty()).isEmpty()) {
            phase.run("Waiting for its first look at everything", step -> operator.awaitFirstLook(FIRST_LOOK));
        }
        phase.done(written == 0 ? "in place" : "installed");
        return available.get();
    }

    private PlaneRollout.Result rollOut(
            Intent intent, KubernetesClient client, Kinds kinds, Applier applier, Board.Phase phase) {
        var rollout = new PlaneRollout(client, kinds, applier, clock, phase);
        var result = rollout.run(intent, privileged, deadline);
        times.putAll(result.phases());
        changed |= result.changed();
        if (result.unready().isEmpty()) {
            for (var plane : result.planes()) {
                changed |= rollout.makeClient(plane);
                changed |= outside()
                        .filter(network -> network.make(plane, client, phase))
                        .isPresent();
            }
            phase.done("Ready");
        } else {
            phase.failed(result.stalled().isEmpty() ? "not ready in time" : "cannot become ready as written");
            for (var resource : result.unready()) {
                var evidence = LiveEvidence.gather(client, kinds, resource.namespace(), LoadableImages.of(target));
                explain(new Why(evidence, clock.instant()).of(resource));
            }
        }
        return result;
    }

    private Optional<PublicNetwork> outside() {
        return target instanceof Target.Local local
                ? local.cluster().outside().map(PublicNetwork::new)
                : Optional.empty();
    }

    private void explain(Cause cause) {
        var width = terminal.interactive() ? terminal.size().width() : Integer.MAX_VALUE;
        explanations.add(Text.EMPTY);
        explanations.addAll(CauseText.lines(cause, width));
    }

    private Duration elapsed() {
        return Duration.between(start, clock.instant());
    }

    private Duration left() {
        var left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
