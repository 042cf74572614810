package io.c5c3.local;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What dpkg says of packages. It writes down that it is at work on one before it touches the first file, and that one is installed
 * after all others that it depends on are.
 *
 * @param states by package; those that it never heard of are not in it
 */
record PackageStates(Map<String, String> states) {
    private static final Set<String> AT_REST = Set.of("installed", "not-installed", "config-files");

    /** On a machine that has no dpkg it knows of nothing. */
    static PackageStates read() {
        return Tools.onPath("dpkg-query")
                .map(query -> parse(Command.of(query.toString(), "-W", "-f", "${Package} ${db:Status-Status}\n")
                        .attempt()
                        .output()))
                .orElseGet(() -> new PackageStates(Map.of()));
    }

    static PackageStates parse(String lines) {
        return new PackageStates(lines.lines()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length == 2)
                .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words[1], PackageStates::worse)));
    }

    /** One package may be there for several architectures. */
    private static String worse(String one, String other) {
        return AT_REST.contains(one) ? other : one;
    }

    /** Whether somebody is at work on it, or was killed while he was. */
    boolean isHalf(String name) {
        return !AT_REST.contains(states.getOrDefault(name, "not-installed"));
    }

    boolean anyHalf() {
        return states.keySet().stream().anyMatch(this::isHalf);
    }

    /** Which package brought a file, even if the file is gone. */
    Optional<String> owner(String file) {
        if (states.isEmpty()) {
            return Optional.empty();
        }
        var answer = Command.of(List.of("dpkg-query", "-S", file)).attempt();
        return answer.ok() ? Optional.of(answer.output().split("[:,]", 2)[0].strip()) : Optional.empty();
    }
}
