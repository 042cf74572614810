package io.c5c3.cli.tempest;

import io.c5c3.cli.cluster.RunningPods;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/** The end of a run before its time: the program is told to end, so that what it found so far is kept. */
public record RunStop(Suite suite) {

    /** A run takes back what it made in the cloud. */
    private static final Duration TO_END = Duration.ofMinutes(3);

    private static final List<String> END = List.of("python3", "-c", "import os, signal; os.kill(1, signal.SIGTERM)");

    public boolean isNeeded() {
        return TestRun.underWay(suite.look()) || suite.pods().stream().anyMatch(RunStop::isRunning);
    }

    /** Returns the Tempest as it is when nothing runs any more. */
    public Observed run(Progress progress) {
        try (var watch = new SuiteWatch(suite)) {
            var running = watch.pods().stream().filter(RunStop::isRunning).toList();
            if (!running.isEmpty()) {
                progress.run("Telling the run to end", step -> running.forEach(this::end));
                progress.run("Waiting for it to tidy up", step -> watch.await(() -> isOver(watch), TO_END));
            }
            if (!isOver(watch)) {
                progress.run("Deleting its Job", step -> deleteJob());
                if (!watch.await(() -> isOver(watch), TO_END)) {
                    throw new Failure("The run does not end. './c5c3 why tempest/" + suite.name() + " -n "
                            + suite.namespace() + "' may tell why.");
                }
            }
            return watch.look();
        }
    }

    private void end(Pod pod) {
        new RunningPods(suite.client(), suite.namespace()).run(pod, END, line -> {});
    }

    /** The operator answers the request then, and does not make the Job again. */
    private void deleteJob() {
        suite.client()
                .batch()
                .v1()
                .jobs()
                .inNamespace(suite.namespace())
                .withLabels(suite.labels())
                .delete();
    }

    private static boolean isOver(SuiteWatch watch) {
        return !TestRun.underWay(watch.look()) && watch.pods().stream().noneMatch(RunStop::isRunning);
    }

    private static boolean isRunning(Pod pod) {
        return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
    }
}
