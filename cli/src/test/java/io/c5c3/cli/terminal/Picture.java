package io.c5c3.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A terminal small enough for tests: it knows lines, cursor up, and the two ways to clear. */
final class Picture {
    private static final Pattern TOKEN = Pattern.compile("\033\\[(\\??\\d*)([A-Za-z])|\r|\n|[^\033\r\n]+");

    private Picture() {}

    /** What is to be seen after all of it was written. */
    static String of(String written) {
        List<String> lines = new ArrayList<>(List.of(""));
        var row = 0;
        var column = 0;
        for (var token = TOKEN.matcher(written); token.find(); ) {
            var text = token.group();
            if (text.equals("\n")) {
                row++;
                column = 0;
                if (row == lines.size()) {
                    lines.add("");
                }
            } else if (text.equals("\r")) {
                column = 0;
            } else if (token.group(2) == null) {
                var line = lines.get(row);
                var rest = line.length() > column + text.length() ? line.substring(column + text.length()) : "";
                lines.set(row, line.substring(0, column) + text + rest);
                column += text.length();
            } else if (token.group(2).equals("A")) {
                row -= Integer.parseInt(token.group(1));
            } else if (token.group(2).equals("K")) {
                lines.set(row, lines.get(row).substring(0, column));
            } else if (token.group(2).equals("J")) {
                lines.set(row, lines.get(row).substring(0, column));
                lines.subList(row + 1, lines.size()).clear();
            }
        }
        return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n"));
    }
}
