package io.c5c3.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The operator program: one image, any set of operators. */
@Command(
        name = "operator",
        description = "Runs the CobaltCore operators, or writes what is made from their catalogue.",
        mixinStandardHelpOptions = true,
        subcommands = {RunCommand.class, GenerateCommand.class, RehearseCommand.class})
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setExecutionExceptionHandler((fault, command, parsed) -> {
                    command.getErr().println(fault.getMessage());
                    if (System.getenv("C5C3_DEBUG") != null) {
                        fault.printStackTrace(command.getErr());
                    }
                    return 1;
                })
                .execute(arguments));
    }
}
