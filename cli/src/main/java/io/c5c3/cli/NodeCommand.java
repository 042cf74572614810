package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.NodeTable;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.c5c3.local.LocalCluster;
import io.c5c3.local.LocalNode;
import io.c5c3.local.Progress;
import java.time.Duration;
import java.util.function.BiConsumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "node",
        description = {
            "Look at the nodes of the local cluster, pull the plug of one, and bring it back.",
            "'./c5c3 up --nodes 3' makes three of them, each a zone of its own."
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  ./c5c3 node list",
            "  ./c5c3 node stop c5c3-2      as if its power failed: within 20 s Kubernetes calls it NotReady",
            "  ./c5c3 node start c5c3-2     with the volumes and images that it had",
            "  ./c5c3 node stop --all       all of them at once, the one with the API server too; './c5c3 up' starts them",
            "  ./c5c3 node cut c5c3-2 c5c3-3  they no longer hear each other, and everybody else hears both; 'node join' mends it",
            "  ./c5c3 node drain c5c3-2     its pods go elsewhere, one after the other; 'node start' lets pods in again"
        })
final class NodeCommand implements Runnable {
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

    @Command(name = "list", description = "Show the nodes: state, roles, zone, address and how many pods they have.")
    int list(@Mixin CommonOptions options) {
        var target = Clusters.choose();
        var nodes = cluster(target).nodes();
        try (var client = target.connect()) {
            options.terminal().print(new NodeTable(client).lines(nodes));
        }
        return 0;
    }

    @Command(
            name = "stop",
            description = "Pull its plug: every process is killed and its network is gone, without a word to anybody."
                    + " Volumes and images stay.")
    int stop(@Mixin CommonOptions options, @ArgGroup(multiplicity = "1") Stopped stopped) {
        if (stopped.all) {
            stopAll(options.terminal());
            options.terminal().print(Text.of("'./c5c3 up' brings them back, with what is on their disks."));
            return 0;
        }
        work(options.terminal(), stopped.name, LocalNode::stop, "stopped");
        options.terminal()
                .print(Text.of("'./c5c3 node start " + stopped.name + "' brings it back, and so does './c5c3 up'."));
        return 0;
    }

    /** One of the two. */
    static final class Stopped {
        @Parameters(paramLabel = "NAME", description = "Which one.")
        private String name = "";

        @Option(
                names = "--all",
                description = "All of them at once, also the one with the API server, which cannot be stopped alone.")
        private boolean all;
    }

    private static void stopAll(Terminal terminal) {
        var cluster = cluster(Clusters.choose());
        try (var board = Board.on(terminal)) {
            var phase = board.phase("All nodes");
            phase.attempt(() -> {
                cluster.stopNodes(phase);
                return cluster;
            });
            phase.done("stopped");
        }
    }

    @Command(
            name = "cut",
            description = "Cut the line between two nodes: neither they nor their pods hear each other. Everybody else"
                    + " hears both.")
    int cut(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "OTHER") String other) {
        work(options.terminal(), name, (node, progress) -> node.cut(node(other), progress), "cut from " + other);
        options.terminal().print(Text.of("'./c5c3 node join " + name + " " + other + "' mends it."));
        return 0;
    }

    @Command(name = "join", description = "Mend the line between two nodes that 'node cut' cut.")
    int join(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "OTHER") String other) {
        work(options.terminal(), name, (node, progress) -> node.mend(node(other), progress), "joined with " + other);
        return 0;
    }

    @Command(
            name = "start",
            description = "Bring it back with its volumes and images, and let pods in, also after a drain.")
    int start(@Mixin CommonOptions options, @Parameters(paramLabel = "NAME") String name) {
        work(options.terminal(), name, LocalNode::start, "Ready");
        return 0;
    }

    @Command(
            name = "drain",
            description =
                    "Send its pods elsewhere, as their budgets allow, and let no new ones in. Pods of DaemonSets stay.")
    int drain(
            @Mixin CommonOptions options,
            @Parameters(paramLabel = "NAME") String name,
            @Option(
                            names = "--timeout",
                            paramLabel = "TIME",
                            defaultValue = "5m",
                            converter = TimeConverter.class,
                            description = "How long pods may take. Default: ${DEFAULT-VALUE}.")
                    Duration timeout) {
        work(options.terminal(), name, (node, progress) -> node.drain(timeout, progress), "drained");
        return 0;
    }

    private static void work(Terminal terminal, String name, BiConsumer<LocalNode, Progress> work, String done) {
        var node = node(name);
        try (var board = Board.on(terminal)) {
            var phase = board.phase(name);
            phase.attempt(() -> {
                work.accept(node, phase);
                return node;
            });
            phase.done(done);
        }
    }

    private static LocalNode node(String name) {
        return cluster(Clusters.choose()).node(name);
    }

    private static LocalCluster cluster(Target target) {
        if (target instanceof Target.Local local) {
            target.mustBeThere();
            return local.cluster();
        }
        throw new Failure("Only nodes of the local cluster are ours to stop; for those of " + target.describe()
                + " there is './c5c3 kubectl get nodes', and 'kubectl drain'.");
    }
}
