package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.c5c3.local.LocalCluster;
import io.c5c3.local.image.Images;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "images",
        description = "Build the container images, and load them into the local cluster.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Examples:", "  ./c5c3 images build keystone", "  ./c5c3 images load", "  ./c5c3 images list"})
final class ImagesCommand implements Runnable {
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

    @Command(name = "build", description = "Build the images whose sources changed, and print the archives.")
    int build(
            @Mixin CommonOptions options,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = "Which ones. Default: all.")
                    List<String> names) {
        var terminal = options.terminal();
        archives(names, terminal).forEach(archive -> terminal.print(archive.toString()));
        return 0;
    }

    @Command(
            name = "load",
            description = "Build the images whose sources changed, and load them into the local cluster.")
    int load(
            @Mixin CommonOptions options,
            @Parameters(arity = "0..*", paramLabel = "NAME", description = "Which ones. Default: all.")
                    List<String> names) {
        var cluster = local();
        if (!cluster.isRunning()) {
            throw new Failure(
                    "The local cluster does not run, or a node of it does not: './c5c3 up' starts it, and loads the images,"
                            + " too.");
        }
        var terminal = options.terminal();
        var archives = archives(names, terminal);
        try (var board = Board.on(terminal)) {
            var phase = board.phase("Loading");
            cluster.importImages(archives, phase);
            phase.done(archives.size() + " in place");
        }
        return 0;
    }

    @Command(name = "list", description = "Show the images, and which of them the local cluster has.")
    int list(@Mixin CommonOptions options) {
        var there = Clusters.choose() instanceof Target.Local local
                        && local.cluster().isRunning()
                ? local.cluster().images()
                : Set.<String>of();
        var table = new Columns("NAME", "IMAGE", "LOADED");
        for (var name : Images.names()) {
            var reference = Images.reference(name);
            table.row(
                    Text.of(name),
                    Text.of(reference),
                    there.contains(reference) ? Text.of(Style.GOOD, "yes") : Text.of(Style.DIM, "no"));
        }
        options.terminal().print(table.lines());
        return 0;
    }

    private static LocalCluster local() {
        if (Clusters.choose() instanceof Target.Local local) {
            return local.cluster();
        }
        throw new Failure("Images are loaded into the local cluster only. For the cluster of KUBECONFIG,"
                + " './c5c3 images build' makes archives that you can push to its registry.");
    }

    private static List<Path> archives(List<String> names, Terminal terminal) {
        var known = Images.names();
        for (var name : names == null ? List.<String>of() : names) {
            if (!known.contains(name)) {
                throw new Failure("There is no image '" + name + "'. There are: " + String.join(", ", known) + ".");
            }
        }
        try (var board = Board.on(terminal)) {
            var phase = board.phase("Images");
            var archives = Images.build(names == null || names.isEmpty() ? known : names, phase);
            phase.done(archives.size() + " built");
            return archives;
        }
    }
}
