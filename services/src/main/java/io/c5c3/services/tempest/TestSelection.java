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

    /** Scenarios that look at a guest from outside only. */
    private static final String WITHOUT_LOGIN = "test_server_basic_ops";

    /** A test is in if its name has all that one of the lines asks for. */
    String includes() {
        var names = "(?=" + prefix() + ")" + (tests.smoke() ? "(?=.*\\bsmoke\\b)" : "") + found(tests.includeRegex());
        return lines((tests.includeList().isEmpty()
                        ? Stream.of("")
                        : tests.includeList().stream().map(TestSelection::found))
                .map(also -> "^" + names + also));
    }

    String excludes() {
        var out = new ArrayList<>(tests.excludeList());
        if (tests.excludeRegex() != null) {
            out.add(tests.excludeRegex());
        }
        if (!tests.guestAccess()) {
            out.add("^tempest\\.scenario\\.(?!" + WITHOUT_LOGIN + "\\.)");
        }
        return lines(out.stream().map(TestSelection::written));
    }

    /** Tests of services are in folders of their names; those that need several of them also need guests. */
    private String prefix() {
        var folders = "tempest\\.api\\.(?:"
                + tests.services().stream().map(Enum::name).sorted().distinct().collect(Collectors.joining("|"))
                + ")\\.";
        return tests.services().contains(Tempest.Tested.compute)
                ? "(?:" + folders + "|tempest\\.scenario\\.|tempest\\.serial_tests\\.)"
                : folders;
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
                        field + " (" + expression.lines().collect(Collectors.joining(" "))
                                + ") is no regular expression of one line."));
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
