package io.c5c3.services.tempest;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which tests a run is made of, in the words of the files that tempest reads: one expression to a line, each found anywhere in a name. */
record TestSelection(Tempest.Tests tests) {

    /** Tests that need several services, and guests. */
    private static final String SCENARIOS = "tempest\\.scenario\\.";

    private static final String SERIAL = "tempest\\.serial_tests\\.";

    /** Scenarios that look at a guest from outside only. */
    private static final String WITHOUT_LOGIN = "test_server_basic_ops\\.";

    private static final Pattern PLUGIN = Pattern.compile("[a-z][a-z0-9_]*");

    /** A test is in if its name has all that one of the lines asks for. */
    String includes() {
        return asked(String.join("|", prefixes()));
    }

    /** Tests whose names begin so, as far as the resource asks for them. */
    private String asked(String beginning) {
        var names = "(?=" + beginning + ")" + (tests.smoke() ? "(?=.*\\bsmoke\\b)" : "") + found(tests.includeRegex());
        return lines((tests.includeList().isEmpty()
                        ? Stream.of("")
                        : tests.includeList().stream().map(TestSelection::found))
                .map(also -> "^" + names + also));
    }

    /**
     * Scenarios that the resource asks for and that are not run; the remark in the first line says why. A rule that refuses such a resource
     * would refuse the example of the design; to run them nevertheless would show failures of a cloud that has none. So the run looks
     * which ones these are, and the status tells.
     */
    Optional<String> leftOut() {
        if (!tests.services().contains(Tempest.Tested.compute)) {
            // Who names services and nothing else does not ask for scenarios.
            return tests.includeRegex() == null && tests.includeList().isEmpty()
                    ? Optional.empty()
                    : Optional.of("# tests.services lacks compute\n" + asked(SCENARIOS + "|" + SERIAL));
        }
        return tests.guestAccess()
                ? Optional.empty()
                : Optional.of("# tests.guestAccess is false\n" + asked(SCENARIOS + "(?!" + WITHOUT_LOGIN + ")"));
    }

    String excludes() {
        var out = new ArrayList<>(tests.excludeList());
        if (tests.excludeRegex() != null) {
            out.add(tests.excludeRegex());
        }
        return lines(out.stream().map(TestSelection::written));
    }

    /** Tests of services are in folders of their names, those of a plugin in a package of its name. */
    private List<String> prefixes() {
        var prefixes = new ArrayList<String>();
        prefixes.add("tempest\\.api\\.(?:"
                + tests.services().stream().map(Enum::name).sorted().distinct().collect(Collectors.joining("|"))
                + ")\\.");
        if (tests.services().contains(Tempest.Tested.compute)) {
            prefixes.add(tests.guestAccess() ? SCENARIOS : SCENARIOS + WITHOUT_LOGIN);
            prefixes.add(SERIAL);
        }
        tests.plugins().stream()
                .sorted()
                .distinct()
                .map(plugin -> plugin + "_tempest_(?:plugin|tests)\\.")
                .forEach(prefixes::add);
        return prefixes;
    }

    private static String found(@Nullable String expression) {
        return expression == null || expression.isEmpty() ? "" : "(?=.*(?:" + written(expression) + "))";
    }

    /** What follows a number sign is a remark in these files. */
    private static String written(String expression) {
        return expression.replace("#", "\\x23");
    }

    private static String lines(Stream<String> lines) {
        return lines.map(line -> line + "\n").collect(Collectors.joining());
    }

    /** What keeps the tests from being chosen, if anything does. */
    Optional<Outcome> problem() {
        return Stream.of(
                        named(
                                "tests.includeRegex",
                                tests.includeRegex() == null ? List.of() : List.of(tests.includeRegex())),
                        named(
                                "tests.excludeRegex",
                                tests.excludeRegex() == null ? List.of() : List.of(tests.excludeRegex())),
                        misnamed(tests.plugins()),
                        named("tests.includeList", tests.includeList()),
                        named("tests.excludeList", tests.excludeList()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Outcome> named(String field, List<String> expressions) {
        return expressions.stream()
                .filter(expression -> !valid(expression))
                .findFirst()
                .map(expression -> Outcome.mistake(
                        "InvalidExpression",
                        field + " (" + oneLine(expression) + ") is no regular expression of one line."));
    }

    private static Optional<Outcome> misnamed(List<String> plugins) {
        return plugins.stream()
                .filter(plugin -> !PLUGIN.matcher(plugin).matches())
                .findFirst()
                .map(plugin -> Outcome.mistake(
                        "InvalidPlugin",
                        "tests.plugins (" + oneLine(plugin)
                                + ") is no name of a plugin: heat stands for heat_tempest_plugin."));
    }

    private static String oneLine(String text) {
        return text.lines().collect(Collectors.joining(" "));
    }

    /** Names of groups are written differently in Python, where the expression is read. */
    private static boolean valid(String expression) {
        try {
            Pattern.compile(expression.replace("(?P<", "(?<"));
            return expression.lines().count() == 1;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }
}
