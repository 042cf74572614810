package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.ContainerProcess;
import io.c5c3.cli.cluster.Kubectl;
import io.c5c3.cli.cluster.Operator;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "operator", description = "Look after the operator itself.", synopsisSubcommandLabel = "COMMAND")
final class OperatorCommand implements Runnable {
    @Mixin
    @SuppressWarnings("UnusedVariable") // for --help
    private CommonOptions common = new CommonOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything else
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    @Command(name = "logs", description = "Show what the operator writes.")
    int logs(
            @Mixin CommonOptions options,
            @Option(
                            names = {"-f", "--follow"},
                            description = "Keep showing what it writes, until Control-C.")
                    boolean follow,
            @Option(
                            names = {"-p", "--previous"},
                            description = "What it wrote before it was restarted last.")
                    boolean previous) {
        var words = new ArrayList<>(List.of("--namespace", Operator.NAMESPACE, "logs", "deployment/" + Operator.NAME));
        if (follow) {
            words.add("--follow");
        }
        if (previous) {
            words.add("--previous");
        }
        var target = Clusters.choose();
        try (var client = target.connect()) {
            if (new Operator(client).pods().size() > 1) {
                words.add("--all-pods");
            }
        }
        return new Kubectl(target).run(words);
    }

    @Command(name = "restart", description = "Replace the operator's pods, and wait until the new ones work.")
    int restart(@Mixin CommonOptions options) {
        var limit = Duration.ofMinutes(5);
        try (var client = Clusters.choose().connect();
                var board = Board.on(options.terminal())) {
            var operator = new Operator(client);
            operator.get();
            var phase = board.phase("Operator");
            operator.restart();
            var available = phase.call("Waiting for new pods", step -> operator.awaitAvailable(limit, step));
            if (available.isEmpty()) {
                phase.failed("does not run");
                throw new Failure(
                        "The operator did not come back. './c5c3 why deployment/" + Operator.NAME + "' tells why.");
            }
            phase.done("restarted");
            return 0;
        }
    }

    @Command(
            name = "pid",
            description =
                    "Print the number of the operator's process on this machine, of each copy a line; for the local cluster only.",
            footer = {"", "Example:", "  kill -9 $(./c5c3 operator pid)     and see that nothing is lost"})
    int pid(@Mixin CommonOptions options) {
        var target = Clusters.choose();
        if (!(target instanceof Target.Local)) {
            throw new Failure("The operator of " + target.describe()
                    + " runs on another machine: its process has no number here.");
        }
        try (var client = target.connect()) {
            var running = new Operator(client)
                    .pods().stream()
                            .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                            .toList();
            if (running.isEmpty()) {
                throw new Failure(
                        "The operator does not run now. './c5c3 why deployment/" + Operator.NAME + "' tells why.");
            }
            running.forEach(pod -> options.terminal().print(Long.toString(new ContainerProcess().java(pod))));
            return 0;
        }
    }
}
