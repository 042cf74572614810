package io.c5c3.engine;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How a step ended, and what it found. Conditions, status, events, retries and metrics are derived from it, in one place each. */
public sealed interface Outcome {

    /** The reason of {@link #taken}. */
    String TAKEN = "NameTaken";

    /** CamelCase, for machines and for people who know them. */
    String reason();

    /** A full sentence that names the object in question. */
    String message();

    /** For the resource's status, by field; null clears one. Fields of which no step finds anything keep their last value. */
    Map<String, @Nullable Object> found();

    /** The same, having found more; of a field that was found before, the new value counts. */
    Outcome found(Map<String, ? extends @Nullable Object> more);

    default Outcome found(String field, @Nullable Object value) {
        return found(Collections.singletonMap(field, value));
    }

    /** With other words. */
    Outcome saying(String words);

    /** Nothing is left to do; {@code again} asks for another look, for what changes with time and not by a watch event. */
    record Done(String reason, String message, Optional<Duration> again, Map<String, @Nullable Object> found)
            implements Outcome {
        public Done again(Duration when) {
            return new Done(reason, message, Optional.of(when), found);
        }

        @Override
        public Done found(Map<String, ? extends @Nullable Object> more) {
            return new Done(reason, message, again, both(found, more));
        }

        @Override
        public Done saying(String words) {
            return new Done(reason, words, again, found);
        }
    }

    /** The resource does not ask for this. */
    record Skipped(String reason, String message, Map<String, @Nullable Object> found) implements Outcome {
        @Override
        public Skipped found(Map<String, ? extends @Nullable Object> more) {
            return new Skipped(reason, message, both(found, more));
        }

        @Override
        public Skipped saying(String words) {
            return new Skipped(reason, words, found);
        }
    }

    /**
     * Something else has to happen first. A watch event brings the next look; {@code retry} is only for what no watch can see. {@code on}
     * is the object that is waited for. Waiting is how every healthy start looks; {@code worrying} says that this is not part of one.
     */
    record Waiting(
            String reason,
            String message,
            Optional<Duration> retry,
            Optional<Ref> on,
            boolean worrying,
            Map<String, @Nullable Object> found)
            implements Outcome {
        public Waiting on(Ref ref) {
            return new Waiting(reason, message, retry, Optional.of(ref), worrying, found);
        }

        public Waiting retry(Duration after) {
            return new Waiting(reason, message, Optional.of(after), on, worrying, found);
        }

        /** Somebody should look: a container that crashes, an image that cannot be had. */
        public Waiting worrying(boolean worried) {
            return new Waiting(reason, message, retry, on, worried, found);
        }

        @Override
        public Waiting found(Map<String, ? extends @Nullable Object> more) {
            return new Waiting(reason, message, retry, on, worrying, both(found, more));
        }

        @Override
        public Waiting saying(String words) {
            return new Waiting(reason, words, retry, on, worrying, found);
        }
    }

    /** It went wrong. A terminal failure is not retried until the resource changes: trying again cannot help. */
    record Failed(
            String reason, String message, boolean terminal, Optional<Ref> on, Map<String, @Nullable Object> found)
            implements Outcome {
        public Failed on(Ref ref) {
            return new Failed(reason, message, terminal, Optional.of(ref), found);
        }

        @Override
        public Failed found(Map<String, ? extends @Nullable Object> more) {
            return new Failed(reason, message, terminal, on, both(found, more));
        }

        @Override
        public Failed saying(String words) {
            return new Failed(reason, words, terminal, on, found);
        }
    }

    private static Map<String, @Nullable Object> both(
            Map<String, @Nullable Object> found, Map<String, ? extends @Nullable Object> more) {
        var all = new TreeMap<String, @Nullable Object>(found);
        all.putAll(more);
        return Collections.unmodifiableMap(all);
    }

    static Done done(String reason, String message) {
        return new Done(reason, message, Optional.empty(), Map.of());
    }

    static Skipped skipped(String message) {
        return new Skipped("NotRequired", message, Map.of());
    }

    static Waiting waiting(String reason, String message) {
        return new Waiting(reason, message, Optional.empty(), Optional.empty(), false, Map.of());
    }

    static Failed failed(String reason, String message) {
        return new Failed(reason, message, false, Optional.empty(), Map.of());
    }

    /** A mistake in the resource that only a person can mend. */
    static Failed mistake(String reason, String message) {
        return new Failed(reason, message, true, Optional.empty(), Map.of());
    }

    /** What is wanted is there and somebody else's: nothing was written. */
    static Failed taken(String thing, Owner by, Owner asking) {
        return mistake(
                TAKEN,
                thing + " belongs to " + by.toldTo(asking)
                        + ", and is left alone: choose another name, or delete what it belongs to.");
    }

    /** Whether an Event that tells of this is a warning. */
    default boolean bad() {
        return switch (this) {
            case Failed failed -> true;
            case Waiting waiting -> waiting.worrying();
            case Done done -> false;
            case Skipped skipped -> false;
        };
    }

    default boolean succeeded() {
        return this instanceof Done || this instanceof Skipped;
    }
}
