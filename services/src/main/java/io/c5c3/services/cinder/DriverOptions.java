package io.c5c3.services.cinder;

import io.c5c3.api.common.SecretRef;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person tells a driver: options as cinder.conf names them, and a Secret with those that nobody else may read.
 *
 * @param subject whose driver it is, for people
 * @param section where cinder.conf has them
 * @param secretNames the options that the Secret holds
 * @param missing what has to be there before the options can be known, if it is not
 */
record DriverOptions(
        String subject,
        String section,
        Map<String, String> open,
        Optional<String> secret,
        List<String> secretNames,
        Optional<Outcome> missing) {

    /**
     * What a resource says of a driver.
     *
     * @param field that names the Secret, for people
     * @param waiting the reason to give while the Secret is not there
     */
    record Given(
            String subject,
            String section,
            Map<String, String> open,
            @Nullable SecretRef secret,
            String field,
            String waiting) {}

    /** @param cinder the name of the resource */
    static DriverOptions of(Given given, String namespace, String cinder, Facts facts) {
        var reference = given.secret();
        if (reference == null) {
            return new DriverOptions(
                    given.subject(), given.section(), given.open(), Optional.empty(), List.of(), Optional.empty());
        }
        var names = facts.find(Secret.class, reference.name())
                .map(Secret::getData)
                .map(data -> List.copyOf(new TreeSet<>(data.keySet())))
                .orElse(List.of());
        return new DriverOptions(
                given.subject(),
                given.section(),
                given.open(),
                Optional.of(reference.name()),
                names,
                names.isEmpty()
                        ? Optional.of(missing(given, Ref.of(Secret.class, namespace, reference.name())))
                        // To any address: nobody but the driver knows which of its options is one.
                        : new SentTo(reference.name(), "", given.field()).refused(facts, "Cinder/" + cinder));
    }

    private static Outcome missing(Given given, Ref secret) {
        return Outcome.waiting(
                        given.waiting(),
                        secret + ", which " + given.subject()
                                + " takes secret options from, does not exist or is empty: create it with one key per"
                                + " option.")
                .on(secret);
    }

    Ini in(Ini ini) {
        return ini.overlay(Map.of(section, open));
    }

    List<EnvVar> env() {
        return secret.map(name -> secretNames.stream()
                        .map(option -> Reads.fromSecret(section, option, name, option))
                        .toList())
                .orElse(List.of());
    }

    /** Of all options, also of those in the Secret. */
    Set<String> names() {
        var names = new TreeSet<>(open.keySet());
        names.addAll(secretNames);
        return names;
    }

    /**
     * What is wrong with them, if anything is.
     *
     * @param ours options that follow from other fields
     * @param fields which those are
     */
    Optional<Outcome> problem(Collection<String> ours, String fields) {
        var unwritable = Ini.problem(Map.of(section, open));
        if (unwritable.isPresent()) {
            return mistake("InvalidOption", "the options of " + subject + ": " + unwritable.get());
        }
        var given = names();
        given.retainAll(ours);
        if (!given.isEmpty()) {
            return mistake(
                    "OptionOwnedByOperator",
                    subject + " sets options that follow from its " + fields + "; take them out: "
                            + String.join(", ", given));
        }
        var strange = secretNames.stream()
                .filter(option -> !option.matches("[A-Za-z_][A-Za-z0-9_]*"))
                .toList();
        return strange.isEmpty()
                ? missing
                : mistake(
                        "InvalidOption",
                        "the Secret with options of " + subject
                                + " has keys that are no names of options (letters, digits and _): "
                                + String.join(", ", strange));
    }

    private static Optional<Outcome> mistake(String reason, String what) {
        return Optional.of(Outcome.mistake(reason, Character.toUpperCase(what.charAt(0)) + what.substring(1) + "."));
    }
}
