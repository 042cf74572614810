package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.tempest.Reports;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Desktop;
import io.c5c3.cli.terminal.Failure;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "report",
        description = {
            "Fetch the report of a run to this machine: a page, JUnit's XML, the subunit stream and tempest's log.",
            "The last line that it prints is the path of the page."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 tempest report --open",
            "  ./c5c3 tempest report --run 2026-01-01T02-00-00Z --to reports"
        })
final class TempestReportCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TempestName which = new TempestName();

    @Option(
            names = "--run",
            paramLabel = "FOLDER",
            description = "The run, by its folder on the volume. Default: the last.")
    private Optional<String> run = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "Where to put the files. Default: a folder here, called after the Tempest and the run.")
    private Optional<Path> to = Optional.empty();

    @Option(names = "--open", description = "Show the page in a browser.")
    private boolean open;

    @Override
    public Integer call() {
        var terminal = common.terminal();
        var target = Clusters.choose();
        Path page;
        try (var client = target.connect();
                var board = Board.on(terminal)) {
            var reports = new Reports(which.find(client), LoadableImages.of(target));
            var phase = board.phase("Report");
            page = phase.attempt(() -> reports.fetch(run, to, phase));
            phase.done("fetched");
        }
        terminal.print(page.toString());
        if (open && !Desktop.show(page.toString())) {
            throw new Failure("There is no xdg-open on this machine: open " + page + " with your browser.");
        }
        return 0;
    }
}
