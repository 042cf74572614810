package io.c5c3.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what was wrong with the words a person wrote, what they may have meant, and where help is; not the whole manual. */
final class UsageMistake implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException mistake, String[] arguments) {
        var command = mistake.getCommandLine();
        var err = command.getErr();
        err.println("c5c3: " + mistake.getMessage());
        UnmatchedArgumentException.printSuggestions(mistake, err);
        err.println("'./" + command.getCommandSpec().qualifiedName(" ") + " --help' explains the command.");
        return CommandLine.ExitCode.USAGE;
    }
}
