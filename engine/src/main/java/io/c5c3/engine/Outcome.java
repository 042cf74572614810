package io.c5c3.engine;

import java.time.Duration;
import java.util.Optional;

/** How a step ended. Conditions, events, retries and metrics are derived from it, in one place each. */
public sealed interface Outcome {

    /** The reason of {@link #taken}. */
    String TAKEN = "NameTaken";

    /** CamelCase, for machines and for people who know them. */
    String reason();

    /** A full sentence that names the object in question. */
    String message();

    /** Nothing is left to do; {@code again} asks for another look, for what changes with time and not by a watch event. */
    record Done(String reason, String message, Optional<Duration> again) implements Outcome {
        public Done again(Duration when) {
            return new Done(reason, message, Optional.of(when));
        }
    }

    /** The resource does not ask for this. */
    record Skipped(String reason, String message) implements Outcome {}

    /**
     * Something else has to happen first. A watch event brings the next look; {@code retry} is only for what no watch can see. {@code on}
     * is the object that is waited for. Waiting is how every healthy start looks; {@code worrying} says that this is not part of one.
     */
    record Waiting(String reason, String message, Optional<Duration> retry, Optional<Ref> on, boolean worrying)
            implements Outcome {
        public Waiting on(Ref ref) {
            return new Waiting(reason, message, retry, Optional.of(ref), worrying);
        }

        public Waiting retry(Duration after) {
            return new Waiting(reason, message, Optional.of(after), on, worrying);
        }

        /** With other words. */
        public Waiting saying(String words) {
            return new Waiting(reason, words, retry, on, worrying);
        }

        /** Somebody should look: a container that crashes, an image that cannot be had. */
        public Waiting worrying(boolean worried) {
            return new Waiting(reason, message, retry, on, worried);
        }
    }

    /** It went wrong. A terminal failure is not retried until the resource changes: trying again cannot help. */
    record Failed(String reason, String message, boolean terminal, Optional<Ref> on) implements Outcome {
        public Failed on(Ref ref) {
            return new Failed(reason, message, terminal, Optional.of(ref));
        }
    }

    static Done done(String reason, String message) {
        return new Done(reason, message, Optional.empty());
    }

    static Skipped skipped(String message) {
        return new Skipped("NotRequired", message);
    }

    static Waiting waiting(String reason, String message) {
        return new Waiting(reason, message, Optional.empty(), Optional.empty(), false);
    }

    static Failed failed(String reason, String message) {
        return new Failed(reason, message, false, Optional.empty());
    }

    /** A mistake in the resource that only a person can mend. */
    static Failed mistake(String reason, String message) {
        return new Failed(reason, message, true, Optional.empty());
    }

    /** What is wanted is there and somebody else's: nothing was written. */
    static Failed taken(String thing, Owner by) {
        return mistake(
                TAKEN,
                thing + " belongs to " + by
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
