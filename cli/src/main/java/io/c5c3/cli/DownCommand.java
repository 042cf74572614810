package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.c5c3.cli.up.Removal;
import io.c5c3.local.Cache;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "down",
        description = {
            "Stop the local cluster; './c5c3 up' continues where it was.",
            "A cluster of KUBECONFIG is never stopped; --purge takes the control planes and the operator out of it."
        },
        footer = {"", "Examples:", "  ./c5c3 down", "  ./c5c3 down --purge      nothing remains, no data either"})
final class DownCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(
            names = "--purge",
            description = "Remove the local cluster with all its data; from a cluster of KUBECONFIG, all that is ours.")
    private boolean purge;

    @Option(
            names = {"-y", "--yes"},
            description = "Yes, remove it: needed to purge a cluster of KUBECONFIG.")
    private boolean yes;

    @Override
    public Integer call() {
        var terminal = common.terminal();
        switch (Clusters.choose()) {
            case Target.Local local -> stop(local, terminal);
            case Target.Given given -> remove(given, terminal);
        }
        return 0;
    }

    private void stop(Target.Local local, Terminal terminal) {
        try (var board = Board.on(terminal)) {
            var phase = board.phase("Kubernetes");
            local.cluster().down(purge, phase);
            phase.done(purge ? "removed" : "stopped");
        }
        terminal.print(Text.of(
                purge
                        ? "Nothing of the cluster remains. What was built for it is kept in " + Cache.directory()
                                + ", for the next time; delete that folder to be rid of it."
                        : "Its data is kept: './c5c3 up' continues, './c5c3 down --purge' removes it."));
    }

    private void remove(Target.Given given, Terminal terminal) {
        if (!purge) {
            terminal.print(Text.of("Nothing was done: " + given.describe() + " is not ours to stop."
                    + " './c5c3 down --purge' takes the control planes and the operator out of it."));
            return;
        }
        try (var client = given.connect()) {
            var removal = new Removal(client);
            if (!yes) {
                throw new Failure("This would remove from " + given.describe() + ": "
                        + String.join(", ", removal.plan()) + ". Add --yes to do it.");
            }
            try (var board = Board.on(terminal)) {
                removal.run(board);
            }
        }
        terminal.print(Text.of("Namespaces stay, and in them the data that 'deletionPolicy: Retain' keeps."));
    }
}
