package io.c5c3.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code c5c3}: from nothing to a working cloud, and everything one wants to know of it afterwards. */
@Command(
        name = "c5c3",
        description = "OpenStack on Kubernetes: start a cloud, look at it, and use it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UpCommand.class,
            StatusCommand.class,
            WhyCommand.class,
            TimelineCommand.class,
            OpenstackCommand.class,
            ConsoleCommand.class,
            DashboardCommand.class,
            DemoCommand.class,
            GuestCommand.class,
            TempestCommand.class,
            KubectlCommand.class,
            OperatorCommand.class,
            EnrollCommand.class,
            ImagesCommand.class,
            NodeCommand.class,
            DownCommand.class,
            VersionCommand.class,
            RehearseCommand.class,
            HelpCommand.class
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  ./c5c3 up                          a working cloud on this machine (as root)",
            "  KUBECONFIG=... ./c5c3 up           the same on a cluster that you have",
            "  ./c5c3 openstack token issue       the openstack client, logged in",
            "  ./c5c3 console c5c3-demo           a server's screen, in a browser",
            "  ./c5c3 why keystone/keystone       what keeps it from being ready",
            "",
            "Environment:",
            "  KUBECONFIG     the cluster to work on; without it, the local one",
            "  C5C3_CLUSTER   the name of the local cluster (c5c3)",
            "  C5C3_PLANE     the control plane to use where there are several: [namespace/]name",
            "  C5C3_DEBUG     1: on failure also show where in the program it happened",
            "  NO_COLOR       any value: no colours"
        })
public final class Main implements Runnable {
    /** Commands whose arguments all belong to another program, even those that look like ours. */
    private static final List<String> PASSED_THROUGH = List.of("openstack", "kubectl");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text; after a command, how it is used.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything else
    private CommandSpec spec;

    public static void main(String[] arguments) {
        // Libraries have nothing to say to a person: there is no log to write to, and that is no reason for a warning.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // The client's key goes from the kubeconfig to a store in memory, and out of it again. To encipher it ten
        // thousand times for
        // that, as if the store were a file, would take a tenth of a second of every command.
        System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
        System.exit(commandLine(System.getenv()).execute(arguments));
    }

    static CommandLine commandLine(Map<String, String> environment) {
        var line = new CommandLine(new Main())
                .setExecutionExceptionHandler(new Explanation(environment))
                .setParameterExceptionHandler(new UsageMistake())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true);
        line.getSubcommands().forEach((name, command) -> {
            if (PASSED_THROUGH.contains(name)) {
                passThrough(command);
            }
        });
        return line;
    }

    private static void passThrough(CommandLine command) {
        command.setUnmatchedOptionsArePositionalParams(true)
                .setExpandAtFiles(false)
                // "kubectl exec pod -- ls" needs its two dashes.
                .setEndOfOptionsDelimiter("\0");
    }

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
