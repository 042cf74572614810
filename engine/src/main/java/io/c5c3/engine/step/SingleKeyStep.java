package io.c5c3.engine.step;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The one key that encrypts what people stored, 32 letters in a file of options that pods mount: made once, kept twice, and never made again for
 * data that it alone can read. Where there may be several that take turns, it is a {@link KeyRingStep}.
 *
 * @param secret whose copy is {@code <secret>-backup}
 * @param file the entry of the Secret
 * @param section of the option in that file
 * @param deleted whether deleting the resource deletes the key, and with it what it encrypted
 */
public record SingleKeyStep(String secret, String file, String section, String option, boolean deleted)
        implements Step {

    private static final int LETTERS = 32;

    @Override
    public Outcome run(Work work) {
        var there = work.find(Secret.class, secret);
        var copy = work.find(Secret.class, copyName());
        if (there.isEmpty() && copy.isEmpty()) {
            var lost = lost(work);
            if (lost.isPresent()) {
                return lost.get();
            }
        }
        var kept = copy.orElseGet(() -> work.createRetained(copyOf(there.orElseGet(this::fresh), copyName())));
        if (there.isEmpty()) {
            work.createRetained(copyOf(kept, secret));
            return copy.isPresent()
                    ? Outcome.waiting(
                                    "KeyRestored",
                                    "Secret/" + secret + " was gone and is back from Secret/" + copyName() + ".")
                            .on(ref(work, secret))
                    : available(work);
        }
        if (!keys(there.get()).equals(keys(kept))) {
            return Outcome.mistake(
                            "KeyChanged",
                            "Secret/" + secret + " has another key in " + file + " than Secret/" + copyName()
                                    + ", and what that one encrypted cannot be read without: write it back. If nothing is"
                                    + " encrypted with it, delete Secret/" + copyName() + ".")
                    .on(ref(work, secret));
        }
        return available(work);
    }

    private Optional<Outcome> lost(Work work) {
        return Founding.begun(work, work.owner(), secret)
                .flatMap(begun -> Founding.lost(
                        work,
                        secret,
                        begun,
                        "The key that encrypts the data of " + Ref.of(work.owner()) + ", made at " + begun.at()
                                + ", is gone: neither Secret/" + secret + " nor Secret/" + copyName() + " exists.",
                        "write one of the two Secrets back from a backup"));
    }

    private Outcome available(Work work) {
        Founding.begin(work, secret, Map.of(secret, copyName()));
        return Outcome.done(
                "KeyAvailable", "Secret/" + secret + " holds the key, and Secret/" + copyName() + " a copy.");
    }

    private List<String> keys(Secret from) {
        return Pattern.compile("(?m)^\\s*" + Pattern.quote(option) + "\\s*=\\s*(\\S+)\\s*$")
                .matcher(SecretText.decoded(from.getData()).getOrDefault(file, ""))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private Secret fresh() {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(secret)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(Map.of(
                        file,
                        "[" + section + "]\n" + option + " = "
                                + SecretText.password().substring(0, LETTERS) + "\n")))
                .build();
    }

    private static Secret copyOf(Secret from, String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(from.getData())
                .build();
    }

    private static Ref ref(Work work, String name) {
        return Ref.of(Secret.class, work.namespace(), name);
    }

    private String copyName() {
        return secret + "-backup";
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return Stream.of(secret, copyName())
                .map(name -> Ref.of(Secret.class, namespace, name))
                .toList();
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            work.deleteOwn(Secret.class, secret);
            work.deleteOwn(Secret.class, copyName());
            Founding.forget(work, secret);
        }
        return Outcome.skipped(deleted ? "The key is deleted." : "The key is kept.");
    }
}
