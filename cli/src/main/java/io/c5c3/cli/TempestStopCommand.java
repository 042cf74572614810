package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.tempest.RunStop;
import io.c5c3.cli.tempest.RunText;
import io.c5c3.cli.terminal.Board;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "stop",
        description = {
            "End a run of the tests that is under way. What it found so far is kept, and told.",
            "A run by schedule ends as well; the next one comes as planned."
        })
final class TempestStopCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TempestName which = new TempestName();

    @Override
    public Integer call() {
        var terminal = common.terminal();
        try (var client = Clusters.choose().connect()) {
            var stop = new RunStop(which.find(client));
            if (!stop.isNeeded()) {
                terminal.print("No run is under way.");
                return 0;
            }
            RunText text;
            try (var board = Board.on(terminal)) {
                var phase = board.phase("Tests");
                text = new RunText(phase.attempt(() -> stop.run(phase)));
                phase.done("stopped");
            }
            text.lines().forEach(terminal::print);
            return 0;
        }
    }
}
