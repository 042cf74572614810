package io.c5c3.services;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Options of a service that follow from fields of its resource. A person who sets one of them in {@code customConfig} is told which field
 * to use, instead of being overruled in silence or breaking what depends on it.
 *
 * @param fields by "section/option", in small letters, or "*&#47;option" for all sections: what to write instead
 */
public record OwnedOptions(Map<String, String> fields) {

    private static final String ANYWHERE = "*/";

    public OwnedOptions {
        fields = new TreeMap<>(fields);
    }

    /** What is wrong with a person's options, if anything is. */
    public Optional<Outcome> problem(Map<String, Map<String, String>> customConfig) {
        var unwritable = Ini.problem(customConfig);
        if (unwritable.isPresent()) {
            return Optional.of(
                    Outcome.mistake("InvalidOption", "customConfig cannot be written: " + unwritable.get() + "."));
        }
        var clashes = new ArrayList<String>();
        new TreeMap<>(customConfig)
                .forEach((section, options) -> new TreeMap<>(options).keySet().forEach(option -> {
                    // oslo.config reads section names in any case.
                    var instead = Optional.ofNullable(fields.get((section + "/" + option).toLowerCase(Locale.ROOT)))
                            .orElse(fields.get(ANYWHERE + option.toLowerCase(Locale.ROOT)));
                    if (instead != null) {
                        clashes.add("[" + section + "] " + option + " (" + instead + ")");
                    }
                }));
        return clashes.isEmpty()
                ? Optional.empty()
                : Optional.of(Outcome.mistake(
                        "OptionOwnedByOperator",
                        "customConfig sets options that follow from other fields; take them out: "
                                + String.join(", ", clashes) + "."));
    }
}
