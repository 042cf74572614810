package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Secrets that somebody else writes and this resource needs: they must be there, with their keys, and not empty. */
public record SecretsStep(List<Input> inputs) implements Step {

    /** @param reason what the condition says while this one is missing */
    public record Input(String secret, List<String> keys, String reason) {}

    @Override
    public Outcome run(Work work) {
        for (var input : inputs) {
            var ref = Ref.of(Secret.class, work.namespace(), input.secret());
            var secret = work.find(Secret.class, input.secret());
            if (secret.isEmpty()) {
                return Outcome.waiting(input.reason(), missing(work, input)).on(ref);
            }
            var data = secret.get().getData() == null
                    ? Map.<String, String>of()
                    : secret.get().getData();
            var missing =
                    input.keys().stream().filter(key -> !data.containsKey(key)).toList();
            if (!missing.isEmpty()) {
                return Outcome.waiting(
                                input.reason(),
                                "Secret/" + input.secret() + " lacks " + list(missing) + "; it has "
                                        + (data.isEmpty()
                                                ? "no keys"
                                                : list(data.keySet().stream()
                                                        .sorted()
                                                        .toList())) + ".")
                        .on(ref);
            }
            var empty = input.keys().stream()
                    .filter(key -> data.getOrDefault(key, "").isBlank())
                    .toList();
            if (!empty.isEmpty()) {
                return Outcome.waiting(
                                input.reason(),
                                "Secret/" + input.secret() + " has an empty value for " + list(empty) + ".")
                        .on(ref);
            }
            if (input.keys().contains(CertificateExpiry.CERTIFICATE)) {
                CertificateExpiry.measure(work, secret.get());
            }
        }
        return Outcome.done("SecretsAvailable", "All " + inputs.size() + " Secrets are there.");
    }

    /** Whoever made the resource makes the Secrets that it named in it, too; a person has to make those that a person named. */
    private static String missing(Work work, Input input) {
        var keys = list(input.keys());
        return owner(work.owner())
                .map(owner -> "Secret/" + input.secret() + " does not exist yet: " + owner.getKind() + "/"
                        + owner.getName() + " makes it, unless its spec names it; then create it with the keys " + keys
                        + ".")
                .orElseGet(() -> "Secret/" + input.secret() + " does not exist: create it with the keys " + keys + ".");
    }

    private static Optional<OwnerReference> owner(HasMetadata resource) {
        return Optional.ofNullable(resource.getMetadata().getOwnerReferences()).stream()
                .flatMap(List::stream)
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    private static String list(List<String> words) {
        return String.join(", ", words);
    }
}
