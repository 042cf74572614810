package io.c5c3.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.terminal.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class MainTest {
    private final StringWriter err = new StringWriter();
    private final CommandLine line = Main.commandLine(Map.of()).setErr(new PrintWriter(err, true));

    private List<String> passedTo(String... arguments) {
        return line.parseArgs(arguments).subcommand().matchedPositional(0).originalStringValues();
    }

    @Test
    void allArgumentsOfOtherProgramsAreTheirsUnchanged() {
        assertThat(passedTo("kubectl", "-n", "openstack", "exec", "-it", "pod", "--", "ls", "--help", "-h"))
                .containsExactly("-n", "openstack", "exec", "-it", "pod", "--", "ls", "--help", "-h");
        assertThat(passedTo(
                        "openstack",
                        "--debug",
                        "user",
                        "list",
                        "-f",
                        "json",
                        "--os-cloud=x",
                        "@file",
                        "a b",
                        "\"q\"",
                        ""))
                .containsExactly("--debug", "user", "list", "-f", "json", "--os-cloud=x", "@file", "a b", "\"q\"", "");
        assertThat(passedTo("openstack", "help")).containsExactly("help");
        assertThat(passedTo("kubectl", "version")).containsExactly("version");
    }

    @Test
    void openstackWithoutArgumentsIsASession() {
        assertThat(line.parseArgs("openstack").subcommand().hasMatchedPositional(0))
                .isFalse();
    }

    @Test
    void upTakesAFileAndATime() {
        var up = line.parseArgs("up", "-f", "cloud.yaml", "--timeout", "90s").subcommand();
        assertThat(up.<Duration>matchedOptionValue("--timeout", Duration.ZERO)).isEqualTo(Duration.ofSeconds(90));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stauts",
                "up --timeout soon",
                "up --nodes many",
                "node stop",
                "why a/b c",
                "status -o yaml",
                "operator stop",
                "down now",
                "guest"
            })
    void mistakesInTheCommandEndWithTwoAndAHint(String arguments) {
        assertThat(line.execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("c5c3: ")
                .contains("--help' explains the command.")
                .doesNotContain("\tat ");
    }

    @Test
    void aMistypedCommandGetsASuggestion() {
        line.execute("stauts");
        assertThat(err.toString()).contains("Did you mean: c5c3 status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up",
                "down",
                "status",
                "why",
                "timeline",
                "images",
                "operator",
                "enroll",
                "node",
                "tempest",
                "openstack",
                "console",
                "guest",
                "kubectl",
                "version"
            })
    void everyCommandExplainsItself(String name) {
        var help = line.getSubcommands().get(name).getUsageMessage();
        assertThat(help).contains("Usage: c5c3 " + name);
        assertThat(line.getUsageMessage()).contains("\n  " + name);
    }

    @Test
    void aGuestThatDoesNotExistIsToldBeforeAnythingIsAsked() {
        assertThat(line.execute("guest", "windows")).isEqualTo(1);
        assertThat(err.toString()).startsWith("c5c3: There is no guest 'windows'. There are: debian.");
    }

    @Test
    void failuresAreSentencesAndEndWithOne() {
        var failing = new CommandLine(new Failing())
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(new Explanation(Map.of()));
        assertThat(failing.execute()).isEqualTo(1);
        assertThat(err).hasToString("c5c3: It is broken: mend it." + System.lineSeparator());
    }

    @Test
    void whereItHappenedIsOnlyShownOnRequest() {
        for (var environment : List.of(Map.<String, String>of(), Map.of("C5C3_DEBUG", "1"))) {
            var failing = new CommandLine(new Failing())
                    .setErr(new PrintWriter(err, true))
                    .setExecutionExceptionHandler(new Explanation(environment));
            failing.execute(environment.isEmpty() ? new String[] {"--debug"} : new String[0]);
            assertThat(err.toString()).contains("\tat io.c5c3.cli.MainTest$Failing.run");
        }
    }

    @Command(name = "failing")
    static final class Failing implements Runnable {
        @Option(names = CommonOptions.DEBUG)
        private boolean debug;

        @Override
        public void run() {
            throw new Failure("It is broken: mend it.");
        }
    }
}
