package io.c5c3.engine.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Options in sections, as oslo.config reads them. Equal options give equal text: DEFAULT comes first, everything else by name. An option
 * may have several values, each on a line of its own.
 */
public record Ini(SortedMap<String, SortedMap<String, List<String>>> sections) {

    public static final String DEFAULT = "DEFAULT";

    private static final Comparator<String> DEFAULT_FIRST = Comparator.<String, Boolean>comparing(
                    section -> !DEFAULT.equals(section))
            .thenComparing(Comparator.naturalOrder());

    private static final Pattern SECTION = Pattern.compile("[A-Za-z0-9_.:/-]+");
    private static final Pattern OPTION = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

    public Ini {
        sections = copy(sections);
    }

    public static Ini empty() {
        return new Ini(new TreeMap<>());
    }

    public Ini set(String section, String option, Object value) {
        return set(section, option, List.of(String.valueOf(value)));
    }

    /** An option that is written once per value. */
    public Ini set(String section, String option, List<String> values) {
        var changed = copy(sections);
        changed.computeIfAbsent(section, name -> new TreeMap<>()).put(option, List.copyOf(values));
        return new Ini(changed);
    }

    /** A person's options over ours. A value of several lines gives the option once per line, so no value can open a section. */
    public Ini overlay(Map<String, Map<String, String>> more) {
        var changed = this;
        for (var section : more.entrySet()) {
            for (var option : section.getValue().entrySet()) {
                changed = changed.set(section.getKey(), option.getKey(), lines(option.getValue()));
            }
        }
        return changed;
    }

    private static List<String> lines(String value) {
        return value.isBlank() ? List.of("") : value.lines().map(String::strip).toList();
    }

    /** Only these sections. */
    public Ini only(String... names) {
        var kept = copy(sections);
        kept.keySet().retainAll(Arrays.asList(names));
        return new Ini(kept);
    }

    /** What keeps a person's options from being written, if anything does. */
    public static Optional<String> problem(Map<String, Map<String, String>> options) {
        for (var section : new TreeMap<>(options).entrySet()) {
            if (!SECTION.matcher(section.getKey()).matches()) {
                return Optional.of("the name of a section must be made of letters, digits and _.:/- ("
                        + quoted(section.getKey()) + ")");
            }
            for (var option : new TreeMap<>(section.getValue()).entrySet()) {
                var where = "[" + section.getKey() + "] " + quoted(option.getKey());
                if (!OPTION.matcher(option.getKey()).matches()) {
                    return Optional.of("the name of an option must be made of letters, digits and _.- (" + where + ")");
                }
                if (CONTROL.matcher(option.getValue()).find()) {
                    return Optional.of("a value must not hold control characters (" + where + ")");
                }
            }
        }
        return Optional.empty();
    }

    private static String quoted(String text) {
        return CONTROL.matcher(text.replace('\n', ' ')).replaceAll(" ");
    }

    public String render() {
        var blocks = new ArrayList<String>();
        sections.forEach((section, options) -> {
            var text = new StringBuilder("[" + section + "]\n");
            options.forEach((option, values) -> values.forEach(
                    value -> text.append((option + " = " + value).strip()).append('\n')));
            blocks.add(text.toString());
        });
        return String.join("\n", blocks);
    }

    private static SortedMap<String, SortedMap<String, List<String>>> copy(
            SortedMap<String, SortedMap<String, List<String>>> given) {
        var copy = new TreeMap<String, SortedMap<String, List<String>>>(DEFAULT_FIRST);
        given.forEach((section, options) -> copy.put(section, new TreeMap<>(options)));
        return copy;
    }
}
