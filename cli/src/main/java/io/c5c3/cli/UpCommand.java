package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.up.Up;
import io.c5c3.local.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        description = {
            "Make a working cloud: Kubernetes, images, the operator, and a control plane that is ready to use.",
            "Works on KUBECONFIG when it is set, else on a local cluster (which needs root). Does only what is missing:"
                    + " run it again after a fault, an update or a change of the file, or just to be sure."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 up                             a cloud that boots servers: samples/core.yaml",
            "  ./c5c3 up -f samples/identity.yaml    Keystone alone, with its database and cache",
            "  ./c5c3 up -f cloud.yaml               what you wrote yourself",
            "  ./c5c3 up -f cloud.yaml -f small.yaml the same, with the fields that small.yaml says otherwise",
            "  ./c5c3 up --nodes 3                   on a local cluster of three nodes, see './c5c3 node --help'",
            "",
            "Exit code: 0 when everything is ready, 1 when it is not, 2 for a mistake in the command."
        })
final class UpCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description =
                    "YAML with a control plane, and whatever goes with it. Default: samples/core.yaml. Another -f changes"
                            + " fields of what the one before has, as 'kubectl patch --type=merge' does.")
    private List<Path> files = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "20m",
            converter = TimeConverter.class,
            description = "How long to wait for the operator and the control plane: 90s, 20m or 1h. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(20);

    @Option(
            names = "--privileged",
            description =
                    "On a cluster of your own: allow privileged pods in the namespaces of the file, which hypervisors"
                            + " need. On the local cluster they are always allowed.")
    private boolean privileged;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "How many nodes the local cluster shall have. There may be more than there were, and not fewer."
                            + " Default: as many as it has, and one at first.")
    private Optional<Integer> nodes = Optional.empty();

    @Override
    public Integer call() {
        var planes = files.isEmpty() ? List.of(Home.directory().resolve("samples/core.yaml")) : files;
        return new Up(target(), common.terminal(), timeout, privileged).run(planes) ? 0 : 1;
    }

    private Target target() {
        var target = Clusters.choose();
        return nodes.isEmpty()
                ? target
                : switch (target) {
                    case Target.Local local ->
                        new Target.Local(local.name(), local.cluster().nodes(nodes.get()));
                    case Target.Given given ->
                        throw new Failure("--nodes is for the local cluster; " + given.describe()
                                + " has the nodes that it has. Leave --nodes out, or unset KUBECONFIG.");
                };
    }
}
