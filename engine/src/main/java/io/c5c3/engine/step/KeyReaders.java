package io.c5c3.engine.step;

import io.c5c3.engine.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pods that mount a ring, and how it is known which keys they have. */
public sealed interface KeyReaders permits ServingReaders, StartedReaders {

    /** The shortest time in which it is worth asking once more. */
    Duration SOON = Duration.ofSeconds(1);

    /** Pods without the present keys: who, and when to ask again. */
    record Lag(String words, Duration again) {

        private static final Duration SELDOM = Duration.ofMinutes(1);

        /** Pods have the keys soon as a rule; those that have not had them so far are looked at less and less often. */
        static Lag of(String words, Work work, KeyRingSecret ring) {
            var wait = Duration.between(ring.rotatedAt(), work.now()).dividedBy(4);
            return new Lag(words, wait.compareTo(SOON) < 0 ? SOON : wait.compareTo(SELDOM) > 0 ? SELDOM : wait);
        }

        static String older(List<String> pods) {
            return pods.stream().map(pod -> "Pod/" + pod).collect(Collectors.joining(", ")) + " still "
                    + (pods.size() == 1 ? "has" : "have") + " the keys of before";
        }
    }

    /** Asks for every pod which keys it has; empty if all have those of the ring. */
    Optional<Lag> behind(Work work, KeyRingSecret ring);

    /** The same, for telling only: asks nobody whose answer is known. */
    Optional<Lag> stillBehind(Work work, KeyRingSecret ring);

    /** Sees to it that pods get the keys; returns when to try again if that failed for one. */
    Optional<Instant> nudge(Work work, KeyRingSecret ring);
}
