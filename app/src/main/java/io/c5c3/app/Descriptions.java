package io.c5c3.app;

import io.c5c3.api.common.CommonFields;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What people read about fields: the Javadoc of the records that they are made from, which the build of the api module keeps. */
final class Descriptions {

    private static final Properties WORDS = words();

    private Descriptions() {}

    private static Properties words() {
        var words = new Properties();
        try (var stream = Descriptions.class.getResourceAsStream("/META-INF/descriptions.properties");
                var reader = new InputStreamReader(
                        Objects.requireNonNull(stream, "the build of the api module writes its descriptions"),
                        StandardCharsets.UTF_8)) {
            words.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("The descriptions cannot be read", e);
        }
        return words;
    }

    /** What is said of a type itself. */
    static Optional<String> of(Class<?> type) {
        return found(type.getName()).map(Descriptions::sentence);
    }

    /**
     * The first that says something: the record itself with a {@code @param}, an interface that it implements, the type of the field,
     * and what is said of all fields of that name.
     */
    static Optional<String> of(Field field) {
        var record = field.component().getDeclaringRecord();
        var name = field.component().getName();
        return Stream.<Optional<String>>of(
                        found(record.getName() + "#" + name),
                        Arrays.stream(record.getInterfaces())
                                .flatMap(each -> found(each.getName() + "#" + name).stream())
                                .findFirst(),
                        found(field.type().getName()),
                        found(CommonFields.class.getName() + "#" + name))
                .flatMap(Optional::stream)
                .findFirst()
                .map(words -> sentence(words) + constants(field.type()));
    }

    private static String constants(Class<?> type) {
        return !type.isEnum()
                ? ""
                : Arrays.stream(type.getEnumConstants())
                        .flatMap(constant -> found(type.getName() + "#" + constant).stream()
                                .map(words -> " " + constant + ": " + uncapitalised(sentence(words))))
                        .collect(Collectors.joining());
    }

    private static Optional<String> found(String key) {
        return Optional.ofNullable(WORDS.getProperty(key));
    }

    /** A {@code @param} begins in small letters and has no full stop. */
    private static String sentence(String words) {
        var begun = words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
        return begun.endsWith(".") ? begun : begun + ".";
    }

    private static String uncapitalised(String words) {
        return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }
}
