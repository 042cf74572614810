package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.tempest.RunText;
import io.c5c3.cli.tempest.TestRun;
import io.c5c3.cli.terminal.Board;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "run",
        description = {
            "Ask for a run of the tests, follow it, and tell what failed. The exit code is 1 if a test did.",
            "A run that was asked for before and has not ended is followed instead. Control-C leaves it running."
        })
final class TempestRunCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TempestName which = new TempestName();

    @Override
    public Integer call() {
        var terminal = common.terminal();
        var target = Clusters.choose();
        try (var client = target.connect()) {
            var suite = which.find(client);
            RunText text;
            try (var board = Board.on(terminal)) {
                var phase = board.phase("Tests");
                var run = new TestRun(suite, LoadableImages.of(target));
                text = new RunText(phase.attempt(() -> run.follow(phase)));
                if (text.passed()) {
                    phase.done("passed");
                } else {
                    phase.failed("see below");
                }
            }
            text.lines().forEach(terminal::print);
            return text.passed() ? 0 : 1;
        }
    }
}
