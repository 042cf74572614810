package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a Secret from another one if it is missing, and never touches it again. It outlives the resource unless {@code deleted} says
 * otherwise.
 */
public record SecretCopyStep(String from, String to, List<String> keys, boolean deleted) implements Step {

    @Override
    public Outcome run(Work work) {
        if (work.find(Secret.class, to).isEmpty()) {
            var source = work.find(Secret.class, from).map(Secret::getData).orElse(Map.of());
            var data = new TreeMap<>(source);
            data.keySet().retainAll(keys);
            if (data.isEmpty()) {
                return Outcome.skipped("Secret/" + from + " has nothing to copy yet.");
            }
            work.createRetained(new SecretBuilder()
                    .withNewMetadata()
                    .withName(to)
                    .endMetadata()
                    .withType("Opaque")
                    .withData(data)
                    .build());
        }
        return Outcome.done("SecretAvailable", "Secret/" + to + " is there.");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, to));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            work.deleteOwn(Secret.class, to);
        }
        return Outcome.skipped("Taken down.");
    }
}
