package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Secret whose password is made once and never again. It outlives the resource unless {@code deleted} says that its data goes with it:
 * a new password for an old database would lock everybody out.
 *
 * @param fixed keys that are written as given, such as a user name
 * @param generated keys that get a random password
 * @param deleted whether deleting the resource deletes the Secret
 */
public record GeneratedSecretStep(
        String condition, String name, Map<String, String> fixed, List<String> generated, boolean deleted)
        implements Step {

    private static final SecureRandom RANDOM = new SecureRandom();

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
        return Outcome.done("SecretAvailable", "Secret/" + name + " is there.");
    }

    private Secret fresh() {
        var data = new TreeMap<String, String>();
        fixed.forEach((key, value) -> data.put(key, base64(value)));
        generated.forEach(key -> data.put(key, base64(password())));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }

    private static String password() {
        var bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            work.delete(Ref.of(Secret.class, work.namespace(), name), false);
        }
        return Outcome.skipped("Taken down.");
    }
}
