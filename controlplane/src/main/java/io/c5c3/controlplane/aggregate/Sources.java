package io.c5c3.controlplane.aggregate;

import io.c5c3.api.controlplane.SecretAggregate;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The Secrets that one is made of.
 *
 * @param namespace where those are that name none
 */
record Sources(String namespace, List<SecretAggregate.Source> sources) {

    /** What a key of the target is taken from. */
    private record Origin(Ref secret, String key) {
        @Override
        public String toString() {
            return "the key " + key + " of " + secret + " in the namespace " + secret.namespace();
        }
    }

    /**
     * All keys of the target with their values, as Secrets hold them.
     *
     * @throws Refused while they cannot be told; what is missing may come, so whoever asks is woken then
     */
    SortedMap<String, String> merged(Work work) {
        var values = new TreeMap<String, String>();
        var origins = new LinkedHashMap<String, Origin>();
        for (var source : sources) {
            var ref = ref(source.secretRef());
            var data = data(work, ref);
            taken(source, ref, data).forEach((target, key) -> {
                var origin = new Origin(ref, key);
                var other = origins.putIfAbsent(target, origin);
                if (other != null && !other.equals(origin)) {
                    throw new Refused(Outcome.mistake(
                                    "KeyConflict",
                                    "The key " + target + " of the target comes from two places, " + other + " and "
                                            + origin + ": give one of them another name with keys[].targetKey, or leave"
                                            + " it out.")
                            .on(ref));
                }
                values.put(target, Objects.requireNonNull(data.get(key)));
            });
        }
        return values;
    }

    /** Whether a Secret beside the resource is among them. */
    boolean include(String name) {
        var here = Ref.of(Secret.class, namespace, name);
        return sources.stream().anyMatch(source -> ref(source.secretRef()).equals(here));
    }

    private Ref ref(SecretAggregate.SourceRef source) {
        return Ref.of(Secret.class, Objects.requireNonNullElse(source.namespace(), namespace), source.name());
    }

    private static Map<String, String> data(Work work, Ref ref) {
        var way = work.elsewhere(ref);
        way.closed().ifPresent(closed -> {
            throw new Refused(closed);
        });
        if (!way.isNamed()) {
            throw new Refused(Outcome.waiting(
                            "ReferenceNotGranted",
                            "A ReferenceGrant in the namespace " + ref.namespace() + " is for Secrets without a name,"
                                    + " which opens none that somebody else has made: it has to name " + ref
                                    + " in spec.to.")
                    .on(ref));
        }
        var secret = way.find(Secret.class, ref.name())
                .orElseThrow(() -> new Refused(Outcome.waiting(
                                "WaitingForSecret",
                                ref + " does not exist in the namespace " + ref.namespace()
                                        + ". Until it does, the target stays as it is.")
                        .on(ref)));
        return secret.getData() == null ? Map.of() : secret.getData();
    }

    /** The keys of the source by what they are called in the target. */
    private static Map<String, String> taken(SecretAggregate.Source source, Ref ref, Map<String, String> data) {
        var taken = new TreeMap<String, String>();
        if (source.keys() == null || source.keys().isEmpty()) {
            data.keySet().forEach(key -> taken.put(key, key));
            return taken;
        }
        var missing = source.keys().stream()
                .map(SecretAggregate.Key::sourceKey)
                .filter(key -> !data.containsKey(key))
                .toList();
        if (!missing.isEmpty()) {
            throw new Refused(Outcome.waiting(
                            "WaitingForKey",
                            ref + " in the namespace " + ref.namespace() + " lacks " + String.join(", ", missing)
                                    + "; it has "
                                    + (data.isEmpty() ? "no keys" : String.join(", ", new TreeMap<>(data).keySet()))
                                    + ". Until it has all, the target stays as it is.")
                    .on(ref));
        }
        for (var key : source.keys()) {
            var other = taken.put(key.renamed(), key.sourceKey());
            if (other != null && !other.equals(key.sourceKey())) {
                throw new Refused(Outcome.mistake(
                                "KeyConflict",
                                "The key " + key.renamed() + " of the target comes from two keys of " + ref + ", "
                                        + other + " and " + key.sourceKey() + ": give one of them another targetKey.")
                        .on(ref));
            }
        }
        return taken;
    }
}
