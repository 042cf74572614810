package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kubectl;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "kubectl",
        description =
                "Run kubectl, in the version that fits, on the cluster that c5c3 works on. All arguments are its own.",
        footer = {"", "Example:", "  ./c5c3 kubectl -n openstack get pods"})
final class KubectlCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "See './c5c3 kubectl help'.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        return new Kubectl(Clusters.choose()).run(arguments);
    }
}
