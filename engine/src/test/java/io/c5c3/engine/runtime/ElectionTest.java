package io.c5c3.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.engine.Leadership;
import io.c5c3.engine.LeaseLost;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two copies, each with a clock of its own, and a Lease between them. */
class ElectionTest {

    private static final Duration LASTS = Duration.ofSeconds(15);

    private StandInLease server;
    private KubernetesClient client;
    private Copy a;
    private Copy b;

    private final class Copy {
        final AtomicLong now = new AtomicLong();
        final AtomicInteger won = new AtomicInteger();
        final AtomicInteger lost = new AtomicInteger();
        final AtomicLong end = new AtomicLong();
        final Election election;

        Copy(String name, long clock) {
            now.set(clock);
            election = new Election(
                    client,
                    "lease",
                    new OperatorHost.Lease("ns", name, LASTS, Duration.ofSeconds(2)),
                    now::get,
                    won::incrementAndGet,
                    lost::incrementAndGet,
                    new DeadManSwitch() {
                        @Override
                        public void endAt(long nanoTime) {
                            end.set(nanoTime - clock);
                        }

                        @Override
                        public void never() {
                            end.set(Long.MAX_VALUE);
                        }
                    });
        }

        void passes(int seconds) {
            now.addAndGet(Duration.ofSeconds(seconds).toNanos());
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new StandInLease();
        client = server.client();
        // Clocks that nobody has set alike, one of them about to overflow.
        a = new Copy("a", 1);
        b = new Copy("b", Long.MAX_VALUE - 5);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void theFirstLeadsAndTheOtherWaits() {
        a.election.turn();
        b.election.turn();
        assertThat(a.election.leads()).isTrue();
        assertThat(b.election.leads()).isFalse();
        assertThat(a.won).hasValue(1);
    }

    /** However far the other's clock is: only time that passes on its own counts. */
    @Test
    void aLeaseThatIsRenewedIsNeverTaken() {
        a.election.turn();
        for (var i = 0; i < 20; i++) {
            b.election.turn();
            b.passes(14);
            a.passes(5);
            a.election.turn();
        }
        assertThat(server.holder()).isEqualTo("a");
        assertThat(b.won).hasValue(0);
    }

    @Test
    void aLeaseThatDoesNotChangeForAsLongAsItLastsIsTaken() {
        a.election.turn();
        b.election.turn();
        b.passes(14);
        b.election.turn();
        assertThat(b.won).hasValue(0);
        b.passes(1);
        b.election.turn();
        assertThat(b.election.leads()).isTrue();
    }

    /** A process that stood still knows it by its own clock, before it asks anybody. */
    @Test
    void whoStoodStillMayNotSendAndDoesNotTakeTheLeaseBack() {
        a.election.turn();
        a.passes(14);
        assertThatThrownBy(a.election::permit).isInstanceOf(LeaseLost.class);
        assertThat(a.election.leads()).isFalse();
        b.election.turn();
        b.passes(15);
        b.election.turn();
        a.passes(30);
        a.election.turn();
        assertThat(a.lost).hasValue(1);
        assertThat(server.holder()).isEqualTo("b");
    }

    /** From the moment of asking, not of the answer; and never longer than the other has to wait. */
    @Test
    void aLeaderMayActForLessThanTheOtherWaits() {
        a.election.turn();
        assertThat(a.election.remaining()).isLessThan(LASTS);
        assertThat(a.election.within(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
        a.passes(12);
        assertThat(a.election.within(Duration.ofSeconds(5))).isLessThan(Duration.ofSeconds(2));
    }

    /** After it has noticed itself, if it can, and before another may lead. */
    @Test
    void whoCannotNoticeIsEnded() {
        a.election.turn();
        assertThat(Duration.ofNanos(a.end.get())).isBetween(Duration.ofMillis(13_501), Duration.ofMillis(14_999));
        a.passes(5);
        a.election.turn();
        assertThat(Duration.ofNanos(a.end.get())).isBetween(Duration.ofMillis(18_501), Duration.ofMillis(19_999));
        a.election.end(true);
        assertThat(a.end).hasValue(Long.MAX_VALUE);
    }

    @Test
    void anApiServerThatIsAwayCostsTheLeaseOnlyWhenItRunsOut() {
        a.election.turn();
        server.away(true);
        a.passes(10);
        a.election.turn();
        assertThat(a.election.leads()).isTrue();
        a.passes(4);
        a.election.turn();
        assertThat(a.lost).hasValue(1);
    }

    @Test
    void whatIsGivenBackIsHadAtOnce() {
        a.election.turn();
        a.election.end(true);
        assertThat(a.election.leads()).isFalse();
        b.election.turn();
        assertThat(b.election.leads()).isTrue();
    }

    @Test
    void whatIsStillUsedIsNotGivenBack() {
        a.election.turn();
        a.election.end(false);
        b.election.turn();
        assertThat(b.election.leads()).isFalse();
    }

    @Test
    void whatIsSomebodyElsesIsNotGivenBack() {
        a.election.turn();
        b.election.turn();
        b.passes(15);
        b.election.turn();
        a.election.end(true);
        assertThat(server.holder()).isEqualTo("b");
    }

    /** The pod was restarted: what its last container held is its own. */
    @Test
    void thePodGetsItsOwnLeaseBackAtOnce() {
        a.election.turn();
        var again = new Copy("a", 99);
        again.election.turn();
        assertThat(again.election.leads()).isTrue();
    }

    @Test
    void looksWorkUnderTheLeadershipTheyWereBegunWith() {
        assertThat(Leadership.current()).isSameAs(Leadership.ALONE);
        a.election.turn();
        a.election.during(() -> {
            Leadership.current().permit();
            a.passes(20);
            assertThatThrownBy(() -> Leadership.current().permit()).isInstanceOf(LeaseLost.class);
        });
    }
}
