package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.rehearsal.RehearsedCluster;
import io.c5c3.cli.terminal.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Does once, without a cluster, what a person's first commands do: the script c5c3 has the JVM watch it and keep the classes that it loaded,
 * which takes most of the time off every command.
 */
@Command(name = "rehearse", hidden = true, description = "Do once, without a cluster, what the first commands do.")
final class RehearseCommand implements Callable<Integer> {
    private static final List<String> COMMANDS =
            List.of("version", "status", "status -o json", "why", "why mariadb/mariadb", "timeline", "help");

    @Override
    public Integer call() throws Exception {
        if (!(Clusters.choose() instanceof Target.Local local)) {
            throw new Failure("Rehearsals are for the local cluster: unset KUBECONFIG.");
        }
        try (var cluster = RehearsedCluster.start(local.cluster().kubeconfig())) {
            for (var command : COMMANDS) {
                if (Main.commandLine(Map.of()).execute(command.split(" ", -1)) != 0) {
                    throw new Failure("'" + command + "' failed on " + cluster + ".");
                }
            }
            prepareClient(local);
        }
        return 0;
    }

    /** What "openstack" does before kubectl takes over, which a machine may not have yet. */
    private static void prepareClient(Target target) throws Exception {
        try (var client = target.connect()) {
            ClientPod.prepare(client, new Kinds(client), RehearsedCluster.NAMESPACE, RehearsedCluster.PLANE);
        }
        new ProcessBuilder("true").inheritIO().start().waitFor();
    }
}
