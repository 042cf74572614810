package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Dashboards;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.web.WebAddress;
import io.c5c3.cli.web.WebWay;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dashboard",
        description = {
            "Open the dashboard of the cloud in a browser.",
            "Where the cloud does not expose it, a port of this machine leads there until Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 dashboard             prints an address for a browser on this machine, and how to log in",
            "  ./c5c3 dashboard skyline     where there are several"
        })
final class DashboardCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "Which one, by its name or its kind, where there are several.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--open", description = "Also open the address in this desktop's browser.")
    private boolean open;

    @Override
    public Integer call() throws InterruptedException {
        var target = Clusters.choose();
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            var plane = Inventory.plane(kinds);
            var dashboard = Dashboards.choose(Inventory.list(kinds, Optional.of(plane.namespace())), name);
            try (var way = WebWay.to(client, WebAddress.of(Dashboards.address(dashboard)), dashboard.title())) {
                new Showing(common.terminal(), open)
                        .show(
                                way,
                                "The administrator's name and password: ./c5c3 kubectl -n " + plane.namespace()
                                        + " get secret " + ClientPod.secret(plane.name())
                                        + " -o go-template='{{index .data \"clouds.yaml\" | base64decode}}'");
            }
        }
        return 0;
    }
}
