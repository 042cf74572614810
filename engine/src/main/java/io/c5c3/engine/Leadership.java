package io.c5c3.engine;

import java.time.Duration;

/**
 * For how long this process may still act. Two leaders at once would undo each other's work, so whoever sends anything asks right before:
 * every write to the API server, and every byte to a database, a broker or a service. The answer is a time on a clock that nobody can set.
 */
public interface Leadership {

    /** Nobody else is there. */
    Leadership ALONE = () -> Duration.ofDays(1);

    /**
     * The leadership under which this thread works. Looks are taken within {@link #during}; a thread outside of any (a command that a
     * person has started, a test) is alone.
     */
    static Leadership current() {
        return Look.LEADERSHIP.orElse(ALONE);
    }

    /** How long nobody else can lead; not positive once somebody may. */
    Duration remaining();

    /**
     * How long something may take that is begun now, so that it is over before another may lead: at most as long as it wants.
     *
     * @throws LeaseLost if no time is left
     */
    default Duration within(Duration wanted) {
        var remaining = remaining();
        if (!remaining.isPositive()) {
            throw new LeaseLost();
        }
        return remaining.compareTo(wanted) < 0 ? remaining : wanted;
    }

    /** Asked right before something is sent. */
    default void permit() {
        if (!remaining().isPositive()) {
            throw new LeaseLost();
        }
    }

    /** Takes a look under this leadership. */
    default void during(Runnable look) {
        ScopedValue.where(Look.LEADERSHIP, this).run(look);
    }

    /** Where the threads of looks keep it: ports are deep below, and none of those in between has to hand it on. */
    final class Look {
        private static final ScopedValue<Leadership> LEADERSHIP = ScopedValue.newInstance();

        private Look() {}
    }
}
