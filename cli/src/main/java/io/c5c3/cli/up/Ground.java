package io.c5c3.cli.up;

import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Debian;
import io.c5c3.local.LocalCluster;
import io.c5c3.local.Root;
import io.c5c3.local.Together;
import io.c5c3.local.image.Images;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What everything else stands on: a Kubernetes that answers, with the images that its pods will ask for. */
final class Ground {
    private final Board board;

    /**
     * How it was found, or made.
     *
     * @param started whether the cluster did not run before
     * @param changed whether anything had to be done
     * @param operatorBuild the build of the operator's image, when it was built here
     * @param times how long each part took; they overlap
     */
    record Result(boolean started, boolean changed, Optional<String> operatorBuild, Map<String, Duration> times) {}

    Ground(Board board) {
        this.board = board;
    }

    /** Tells at once what would only come out after minutes of building. */
    static void mustBePossible(Target target) {
        if (target instanceof Target.Local && !Root.isUs()) {
            throw new Failure("The local cluster needs root on a Linux machine: run 'sudo ./c5c3 up',"
                    + " or set KUBECONFIG to a cluster that you have.");
        }
    }

    /** @param parts what the cloud will be made of */
    Result prepare(Target target, Set<String> parts) {
        return switch (target) {
            case Target.Local local -> local(local.cluster(), Images.names(parts));
            case Target.Given given -> given(given);
        };
    }

    private Result given(Target.Given given) {
        var kubernetes = board.phase("Kubernetes");
        try (var client = given.connect()) {
            var version = kubernetes.attempt(client::getKubernetesVersion);
            kubernetes.done(version.getGitVersion() + " at " + client.getMasterUrl());
        }
        board.phase("Images").done("pulled by the cluster, when a pod needs one");
        return new Result(false, false, Optional.empty(), Map.of());
    }

    /** Images are built while the cluster starts: the one mostly waits for downloads, the other for processors. */
    private Result local(LocalCluster cluster, List<String> names) {
        var ran = cluster.isRunning();
        packages();
        var kubernetes = board.phase("Kubernetes");
        var images = board.phase("Images");
        var archives = Together.<List<Path>>all(List.of(
                        () -> start(cluster, ran, kubernetes), () -> images.attempt(() -> Images.build(names, images))))
                .getLast();
        int loaded = images.attempt(() -> cluster.importImages(archives, images));
        images.done(
                loaded == 0
                        ? archives.size() + " in place"
                        : archives.size() + " in place, " + loaded + " of them new");
        var times = new LinkedHashMap<String, Duration>();
        times.put("Kubernetes", kubernetes.elapsed());
        times.put("images", images.elapsed());
        return new Result(!ran, !ran || loaded > 0, operatorBuild(names, archives), times);
    }

    /** Before all else, and whole: both of the others use them from their first moment on. */
    private void packages() {
        if (!Debian.isWhole()) {
            var packages = board.phase("Packages");
            packages.attempt(() -> {
                Debian.ensure(packages);
                return true;
            });
            packages.done("installed");
        }
    }

    private static List<Path> start(LocalCluster cluster, boolean ran, Board.Phase phase) {
        phase.attempt(() -> cluster.up(phase));
        phase.done(ran ? "already running" : "started");
        return List.of();
    }

    /** Archives stand in the order of the names, and carry the digest of their content in their own. */
    private static Optional<String> operatorBuild(List<String> names, List<Path> archives) {
        var index = names.indexOf("operator");
        return index < 0
                ? Optional.empty()
                : Optional.of(archives.get(index).getFileName().toString().replaceFirst("\\.tar$", ""));
    }
}
