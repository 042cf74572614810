package io.c5c3.tests;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders a template of our charts as Helm would, as far as they use its language; what it does not know, it refuses.
 *
 * @param files the text of another file of the chart
 */
record ChartText(Map<String, Object> values, UnaryOperator<String> files) {

    private static final Pattern BLOCK = Pattern.compile("\\{\\{-? (if|with|range) (.+?) }}");
    private static final Pattern END = Pattern.compile("\\{\\{-? end }}");
    private static final Pattern INLINE = Pattern.compile("\\{\\{-? (.+?) }}");

    String render(String template) {
        return render(new ArrayList<>(template.lines().toList()), Map.of());
    }

    /** Takes lines until the end of the block. */
    private String render(List<String> lines, Object dot) {
        var text = new StringBuilder();
        while (!lines.isEmpty()) {
            var line = lines.removeFirst();
            var block = BLOCK.matcher(line.strip());
            if (END.matcher(line.strip()).matches()) {
                return text.toString();
            } else if (block.matches()) {
                var body = body(lines);
                var value = value(block.group(2), dot);
                var dots = block.group(1).equals("range") ? List.copyOf((Collection<?>) value) : List.of(value);
                if (holds(value)) {
                    dots.forEach(one -> text.append(
                            render(new ArrayList<>(body), block.group(1).equals("if") ? dot : one)));
                }
            } else {
                text.append(INLINE.matcher(line)
                                .replaceAll(
                                        found -> Matcher.quoteReplacement(String.valueOf(value(found.group(1), dot)))))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static List<String> body(List<String> lines) {
        var body = new ArrayList<String>();
        var depth = 1;
        while (depth > 0) {
            var line = lines.removeFirst();
            depth += BLOCK.matcher(line.strip()).matches() ? 1 : 0;
            depth -= END.matcher(line.strip()).matches() ? 1 : 0;
            body.add(line);
        }
        body.removeLast();
        return body;
    }

    private static boolean holds(Object value) {
        return switch (value) {
            case Boolean bool -> bool;
            case Collection<?> list -> !list.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            default -> !value.toString().isEmpty();
        };
    }

    private Object value(String expression, Object dot) {
        var pipe = expression.split(" \\| ");
        var value = term(pipe[0], dot);
        for (var filter : Arrays.asList(pipe).subList(1, pipe.length)) {
            if (filter.startsWith("default ")) {
                value = holds(value) ? value : term(filter.substring("default ".length()), dot);
            } else if (filter.startsWith("nindent ")) {
                var spaces = " ".repeat(Integer.parseInt(filter.substring("nindent ".length())));
                value = "\n" + value.toString().indent(spaces.length()).stripTrailing();
            } else {
                throw new IllegalArgumentException("No such filter here: " + filter);
            }
        }
        return value;
    }

    private Object term(String term, Object dot) {
        if (term.equals(".")) {
            return dot;
        }
        if (term.startsWith("\"")) {
            return term.substring(1, term.length() - 1);
        }
        if (term.startsWith(".Files.Get ")) {
            return files.apply(String.valueOf(term(term.substring(".Files.Get ".length()), dot)));
        }
        if (term.startsWith("toYaml ")) {
            return Serialization.asYaml(value(term.substring("toYaml ".length()), dot))
                    .replaceFirst("^---\\s*", "");
        }
        if (term.startsWith("join \",\" ")) {
            return ((Collection<?>) value(term.substring("join \",\" ".length()), dot))
                    .stream().map(String::valueOf).collect(java.util.stream.Collectors.joining(","));
        }
        return switch (term) {
            case ".Release.Namespace", "$.Release.Namespace" -> "operators";
            case ".Chart.AppVersion" -> "1";
            default -> {
                if (!term.startsWith(".Values.")) {
                    throw new IllegalArgumentException("Nothing is known of " + term);
                }
                Object found = values;
                for (var name : term.substring(".Values.".length()).split("\\.")) {
                    found = ((Map<?, ?>) found).get(name);
                }
                yield found;
            }
        };
    }
}
