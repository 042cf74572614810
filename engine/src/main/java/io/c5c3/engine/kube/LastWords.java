package io.c5c3.engine.kube;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The line of a log that says why a program ended. That is seldom the last one: after the cause, servers say goodbye, and Python ends what
 * it has to say about an error with an empty line at that level.
 */
public final class LastWords {

    /** As OpenStack's services write what went wrong: a time, a process, the level, who says it, for which request. */
    private static final Pattern LOGGED = Pattern.compile(
            "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\S* \\d+ (?:ERROR|CRITICAL) \\S+(?: \\[[^]]*])? ?(.*)$");

    /** The end of what Python says by itself of an error that nobody caught. */
    private static final Pattern UNCAUGHT = Pattern.compile("^((?:\\w+\\.)*\\w*(?:Error|Exception|Failure): .+)$");

    private LastWords() {}

    /** The last that was logged as an error, else the last line; empty if nothing was said. */
    public static String of(String log) {
        var lines =
                log.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        return cause(lines).orElse(lines.isEmpty() ? "" : lines.getLast());
    }

    /** What was logged as an error, if something was. */
    public static Optional<String> cause(List<String> lines) {
        return lines.reversed().stream()
                .flatMap(line -> Stream.of(LOGGED, UNCAUGHT).map(pattern -> pattern.matcher(line)))
                .filter(found -> found.matches() && !found.group(1).isBlank())
                .map(found -> found.group(1).strip())
                .findFirst();
    }
}
