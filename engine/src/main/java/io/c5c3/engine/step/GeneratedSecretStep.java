package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.rotation.Turns;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Secret whose password is made once and never again. It outlives the resource unless {@code deleted} says that its data goes with it:
 * a new password for an old database would lock everybody out. A login that another has taken the place of is followed.
 *
 * @param fixed keys that are written as given, such as a user name
 * @param generated keys that get a random password
 * @param deleted whether deleting the resource deletes the Secret
 */
public record GeneratedSecretStep(String name, Map<String, String> fixed, List<String> generated, boolean deleted)
        implements Step {

    @Override
    public Outcome run(Work work) {
        var there = work.find(Secret.class, name).orElseGet(() -> work.createRetained(fresh()));
        var keys = there.getData() == null ? Map.<String, String>of() : there.getData();
        var lacking = generated.stream()
                .filter(key -> keys.getOrDefault(key, "").isBlank())
                .toList();
        if (!lacking.isEmpty()) {
            return Outcome.waiting(
                            "SecretIncomplete",
                            "Secret/" + name + " was not made here and lacks " + String.join(", ", lacking)
                                    + ": write them, or delete the Secret and a new one is made.")
                    .on(Ref.of(Secret.class, work.namespace(), name));
        }
        if (fixed.containsKey("username") && work.owns(there)) {
            Turns.following(work, there).ifPresent(work::replace);
        }
        return Outcome.done("SecretAvailable", "Secret/" + name + " is there.");
    }

    private Secret fresh() {
        var values = new TreeMap<>(fixed);
        generated.forEach(key -> values.put(key, SecretText.password()));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(values))
                .build();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            work.deleteOwn(Secret.class, name);
        }
        return Outcome.skipped("Taken down.");
    }
}
