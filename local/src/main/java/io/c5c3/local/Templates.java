package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Configuration files as their readers know them, with a few {@code ${places}} to fill. */
final class Templates {
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Templates() {}

    /** Names and values alternate. A place without a value, or a value without a place, is a mistake. */
    static String fill(String template, String... values) {
        var text = read(template);
        for (var i = 0; i < values.length; i += 2) {
            var place = "${" + values[i] + "}";
            if (!text.contains(place)) {
                throw new IllegalArgumentException(template + " has no place " + place);
            }
            text = text.replace(place, values[i + 1]);
        }
        var unfilled = PLACE.matcher(text);
        if (unfilled.find()) {
            throw new IllegalArgumentException(template + " needs a value for " + unfilled.group(1));
        }
        return text;
    }

    private static String read(String template) {
        try (var stream = Templates.class.getResourceAsStream(template)) {
            if (stream == null) {
                throw new IllegalArgumentException("There is no template " + template);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
