package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.Timeline;
import io.c5c3.cli.terminal.Text;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "timeline",
        description =
                "Show in order what happened to a control plane: when each part came to be and became ready, and all events.",
        footer = {"", "Several control planes? C5C3_PLANE=[namespace/]name says which."})
final class TimelineCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        try (var client = Clusters.choose().connect()) {
            var kinds = new Kinds(client);
            var plane = Inventory.plane(kinds);
            var forest = Forest.of(Inventory.list(kinds, Optional.of(plane.namespace())));
            var events =
                    client.v1().events().inNamespace(plane.namespace()).list().getItems();
            var terminal = common.terminal();
            terminal.print(Text.of(plane.title() + " in " + plane.namespace() + ", made " + plane.created()));
            forest.find(plane)
                    .ifPresent(node -> terminal.print(Timeline.of(node, events).lines()));
            return 0;
        }
    }
}
