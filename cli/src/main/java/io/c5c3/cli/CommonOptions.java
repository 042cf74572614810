package io.c5c3.cli;

import io.c5c3.cli.terminal.Terminal;
import picocli.CommandLine.Option;

/** What every command of ours understands. */
@SuppressWarnings("UnusedVariable") // picocli acts on help; debug is looked up where failures are explained
final class CommonOptions {
    static final String DEBUG = "--debug";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    private boolean help;

    @Option(
            names = "--plain",
            description = "Print plain lines: no colours, nothing redrawn. The default when nobody watches.")
    private boolean plain;

    @Option(
            names = DEBUG,
            description = "On failure also show where in the program it happened. C5C3_DEBUG=1 does the same.")
    private boolean debug;

    Terminal terminal() {
        return Terminal.detect(plain);
    }
}
