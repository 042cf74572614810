package io.c5c3.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as people write it: 90s, 20m, 1h. */
final class TimeConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(s|m|h)");

    @Override
    public Duration convert(String text) {
        var match = TIME.matcher(text);
        if (!match.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time: write 90s, 20m or 1h");
        }
        var number = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
