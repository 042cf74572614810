package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was begun once for a resource and must not be begun again without a word from a person: servers that have held data, keys that have
 * encrypted some, and choices that say where the data is. It stands in a ConfigMap that outlives the resource, because a backup keeps that
 * and drops the status; pods of servers mount it, and refuse to begin on an empty volume while it says that they have begun before.
 */
public final class Founding {

    /** On the resource: what may be begun anew, each as thing/mark, as the condition DataLost spells it. It holds for one loss only. */
    public static final String START_EMPTY = "c5c3.io/start-empty";

    /** The reason of everything that was there and is gone. */
    public static final String DATA_LOST = "DataLost";

    private Founding() {}

    /** The ConfigMap of a resource. */
    public static String of(HasMetadata resource) {
        return resource.getMetadata().getName() + "-" + resource.getKind().toLowerCase(Locale.ROOT) + "-founded";
    }

    /** What was written down of a thing. */
    public static Optional<String> noted(Facts facts, HasMetadata resource, String thing) {
        return facts.find(ConfigMap.class, of(resource)).map(ConfigMap::getData).map(data -> data.get(thing));
    }

    /** Writes down what is known of a thing from now on. */
    public static void note(Work work, String thing, String text) {
        var record = work.find(ConfigMap.class, of(work.owner()));
        if (record.isEmpty()) {
            record = Optional.of(work.createRetained(new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(of(work.owner()))
                    .endMetadata()
                    .withData(Map.of(thing, text))
                    .build()));
        }
        var data = data(record.get());
        if (!text.equals(data.put(thing, text))) {
            work.replace(record.get().edit().withData(data).build());
        }
    }

    /** From now on the thing was never begun. */
    public static void forget(Work work, String thing) {
        work.find(ConfigMap.class, of(work.owner()))
                .filter(record -> data(record).containsKey(thing))
                .ifPresent(record -> {
                    var data = data(record);
                    data.remove(thing);
                    if (data.isEmpty()) {
                        work.delete(record, false);
                    } else {
                        work.replace(record.edit().withData(data).build());
                    }
                });
    }

    /** Whether a person has said that this thing, which was lost, may be begun anew. */
    public static boolean mayStartEmpty(HasMetadata resource, String thing, String mark) {
        var annotations = resource.getMetadata().getAnnotations();
        var said = annotations == null ? "" : annotations.getOrDefault(START_EMPTY, "");
        return Arrays.asList(said.split("[,\\s]+")).contains(token(thing, mark));
    }

    /**
     * The one way to say that something is gone.
     *
     * @param what is gone, as the beginning of a sentence
     * @param restore what to do to have it back, as a clause
     */
    public static Outcome lost(Work work, String thing, String mark, String what, String restore) {
        var resource = work.owner();
        return Outcome.mistake(
                DATA_LOST,
                what + " Nothing was begun anew. To have it back, " + restore
                        + ". To do without it and begin with nothing: kubectl annotate -n " + work.namespace() + " "
                        + resource.getKind().toLowerCase(Locale.ROOT) + "/"
                        + resource.getMetadata().getName() + " --overwrite " + START_EMPTY + "=" + token(thing, mark));
    }

    private static String token(String thing, String mark) {
        return thing + "/" + mark;
    }

    private static Map<String, String> data(ConfigMap record) {
        return new TreeMap<>(record.getData() == null ? Map.of() : record.getData());
    }
}
