package io.c5c3.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "tempest",
        description = "Run OpenStack's own tests against the cloud, and fetch what they found.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TempestRunCommand.class, TempestStopCommand.class, TempestReportCommand.class},
        footer = {
            "",
            "Examples:",
            "  ./c5c3 tempest run              the tests of the only Tempest there is; 1 if one of them failed",
            "  ./c5c3 tempest stop             ends the run that is under way, and tells what it found so far",
            "  ./c5c3 tempest report --open    what the last run found, in a browser"
        })
final class TempestCommand implements Runnable {
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
}
