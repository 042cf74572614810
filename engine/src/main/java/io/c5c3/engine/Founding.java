package io.c5c3.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.temporal.ChronoUnit;
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

    private static final int MARK = 8;

    /**
     * A beginning.
     *
     * @param mark tells it from every other beginning of the same thing
     * @param parts the objects that hold it, by name, with their UIDs
     */
    public record Begun(String mark, String at, Map<String, String> parts) {

        @SuppressWarnings("NullAway") // a map that is empty is not written, and comes back as null
        public Begun {
            parts = parts == null ? Map.of() : Map.copyOf(parts);
        }
    }

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

    /** When the thing was begun, if ever. */
    public static Optional<Begun> begun(Facts facts, HasMetadata resource, String thing) {
        return noted(facts, resource, thing).map(text -> {
            try {
                return Json.MAPPER.readValue(text, Begun.class);
            } catch (JsonProcessingException e) {
                // Somebody has written into it. That it was begun is what counts.
                return new Begun(Digest.of(text).substring(0, MARK), "an unknown time", Map.of());
            }
        });
    }

    /** The thing is there, and these objects hold it. */
    public static void begin(Work work, String thing, Map<String, String> parts) {
        if (begun(work, work.owner(), thing)
                .filter(before -> before.parts().equals(parts))
                .isPresent()) {
            return;
        }
        var at = work.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var mark = Digest.of(Map.of("parts", parts, "at", at)).substring(0, MARK);
        try {
            note(work, thing, Json.MAPPER.writeValueAsString(new Begun(mark, at, new TreeMap<>(parts))));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Names and numbers have a JSON form", e);
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

    /**
     * The one answer to a thing that was begun and is gone: nothing if a person has said that this very one may be begun anew, and then it
     * counts as never begun; else the outcome to stop with.
     *
     * @param what is gone, as a whole sentence
     * @param restore what to do to have it back, as a clause
     */
    public static Optional<Outcome> lost(Work work, String thing, Begun begun, String what, String restore) {
        return lost(work, thing, begun, what, restore, () -> {});
    }

    /**
     * The same for a thing on which others stand.
     *
     * @param before what goes along with it. It is done before the thing counts as never begun, so that it is done again if that is not
     *     reached.
     */
    public static Optional<Outcome> lost(
            Work work, String thing, Begun begun, String what, String restore, Runnable before) {
        if (mayStartEmpty(work.owner(), token(thing, begun.mark()))) {
            before.run();
            forget(work, thing);
            return Optional.empty();
        }
        return Optional.of(lost(work, token(thing, begun.mark()), what, restore));
    }

    private static boolean mayStartEmpty(HasMetadata resource, String token) {
        var annotations = resource.getMetadata().getAnnotations();
        var said = annotations == null ? "" : annotations.getOrDefault(START_EMPTY, "");
        return Arrays.asList(said.split("[,\\s]+")).contains(token);
    }

    private static Outcome lost(Work work, String token, String what, String restore) {
        var resource = work.owner();
        return Outcome.mistake(
                DATA_LOST,
                what + " Nothing was begun anew. To have it back, " + restore
                        + ". To do without it and begin with nothing: kubectl annotate -n " + work.namespace() + " "
                        + resource.getKind().toLowerCase(Locale.ROOT) + "/"
                        + resource.getMetadata().getName() + " --overwrite " + START_EMPTY + "=" + token);
    }

    private static String token(String thing, String mark) {
        return thing + "/" + mark;
    }

    private static Map<String, String> data(ConfigMap record) {
        return new TreeMap<>(record.getData() == null ? Map.of() : record.getData());
    }
}
