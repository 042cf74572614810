package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Kubectl;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "openstack",
        description = {
            "Run the openstack client, logged in as the administrator of the control plane.",
            "It runs in a pod beside the control plane. All arguments are its own, and so is the exit code."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 openstack token issue",
            "  ./c5c3 openstack user list -f json",
            "  ./c5c3 openstack                      an interactive session",
            "",
            "Several control planes? C5C3_PLANE=[namespace/]name says which."
        })
final class OpenstackCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "See './c5c3 openstack help'.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        var target = Clusters.choose();
        Observed plane;
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            plane = Inventory.plane(kinds);
            ClientPod.prepare(client, kinds, plane.namespace(), plane.name());
        }
        var interactive = Terminal.isTerminal(0) && Terminal.isTerminal(1);
        return ClientPod.run(new Kubectl(target), plane.namespace(), interactive, arguments);
    }
}
