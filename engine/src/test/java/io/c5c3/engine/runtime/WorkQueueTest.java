package io.c5c3.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Ref;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

    private static final Duration PACE = Duration.ofMillis(500);

    private final AtomicLong now = new AtomicLong();
    private final WorkQueue queue = new WorkQueue(new WorkQueue.Limits(4, 3, 2, PACE), now::get);

    private static Ref ref(String namespace, String name) {
        return new Ref("v1", "Toy", namespace, name);
    }

    private static Ref ref(String name) {
        return ref("ns", name);
    }

    private void advance(Duration by) {
        now.addAndGet(by.toNanos());
    }

    /** What is due right now, without waiting. */
    private Optional<Ref> poll() {
        return queue.poll();
    }

    @Test
    void askedForOftenAndLookedAtOnce() {
        queue.add(ref("a"));
        queue.add(ref("a"));
        queue.add(ref("b"));
        assertThat(poll()).contains(ref("a"));
        assertThat(poll()).contains(ref("b"));
        assertThat(poll()).isEmpty();
    }

    @Test
    void neverTwoLooksAtOneResourceAtOnceAndNoneIsLost() {
        queue.add(ref("a"));
        assertThat(poll()).contains(ref("a"));
        queue.add(ref("a"));
        queue.add(ref("a"));
        assertThat(poll()).isEmpty();
        queue.done(ref("a"));
        assertThat(poll()).contains(ref("a"));
        queue.done(ref("a"));
        assertThat(poll()).isEmpty();
    }

    @Test
    void whatIsDueLaterComesThenOrBefore() {
        queue.add(ref("a"), Duration.ofSeconds(5));
        assertThat(poll()).isEmpty();
        queue.add(ref("a"), Duration.ofSeconds(9));
        advance(Duration.ofSeconds(5));
        assertThat(poll()).contains(ref("a"));
        queue.done(ref("a"));
        advance(Duration.ofSeconds(10));
        assertThat(poll()).isEmpty();

        queue.add(ref("b"), Duration.ofSeconds(5));
        queue.add(ref("b"));
        assertThat(poll()).contains(ref("b"));
        queue.done(ref("b"));
        advance(Duration.ofSeconds(10));
        assertThat(poll()).as("the look that was due has been taken").isEmpty();
    }

    @Test
    void aNoisyResourceWaitsWhileOthersGoOn() {
        for (var i = 0; i < 2; i++) {
            queue.add(ref("noisy"));
            assertThat(poll()).contains(ref("noisy"));
            queue.done(ref("noisy"));
        }
        queue.add(ref("noisy"));
        queue.add(ref("quiet"));
        assertThat(poll()).contains(ref("quiet"));
        assertThat(poll()).isEmpty();
        advance(PACE);
        assertThat(poll()).contains(ref("noisy"));
        queue.done(ref("noisy"));
        queue.add(ref("noisy"));
        assertThat(poll()).isEmpty();
    }

    @Test
    void overAnyLongTimeNobodyExceedsThePace() {
        var looks = 0;
        for (var i = 0; i < 1000; i++) {
            queue.add(ref("noisy"));
            var next = poll();
            if (next.isPresent()) {
                looks++;
                queue.done(next.get());
            }
            advance(Duration.ofMillis(50));
        }
        assertThat(looks).isBetween(100, 102);
    }

    @Test
    void looksAtOnceAreBoundedAndNoNamespaceHasAllPlaces() {
        IntStream.range(0, 9).forEach(i -> queue.add(ref("greedy", "r" + i)));
        IntStream.range(0, 3).forEach(i -> assertThat(poll()).contains(ref("greedy", "r" + i)));
        assertThat(poll()).isEmpty();
        queue.add(ref("other", "a"));
        queue.add(ref("other", "b"));
        assertThat(poll()).contains(ref("other", "a"));
        assertThat(poll()).as("all places are taken").isEmpty();
        queue.done(ref("greedy", "r1"));
        assertThat(poll()).contains(ref("greedy", "r3"));
    }

    @Test
    void aStopBeginsNothingAndWaitsForWhatIsUnderWay() throws Exception {
        queue.add(ref("a"));
        queue.add(ref("b"));
        assertThat(queue.take()).contains(ref("a"));
        queue.close();
        assertThat(queue.take()).isEmpty();
        assertThat(queue.awaitIdle(Duration.ZERO)).isFalse();
        var idle = CompletableFuture.supplyAsync(() -> {
            try {
                return queue.awaitIdle(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                return false;
            }
        });
        queue.done(ref("a"));
        assertThat(idle.join()).isTrue();
    }

    @Test
    void whoWaitsIsWoken() throws Exception {
        var taken = CompletableFuture.supplyAsync(() -> {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                return Optional.<Ref>empty();
            }
        });
        queue.add(ref("a"));
        assertThat(taken.get()).contains(ref("a"));
    }
}
