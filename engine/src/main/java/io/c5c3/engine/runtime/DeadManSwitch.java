package io.c5c3.engine.runtime;

/**
 * Ends this process at a certain time, whatever it is doing and even if it stands still. Whoever asks whether he may act, and acts after that,
 * may have been stopped in between: nothing in the process itself can close that gap.
 */
interface DeadManSwitch {

    /** From now on the process ends at this time, and no longer at the one that was set before. */
    void endAt(long nanoTime);

    /** The process may go on for as long as it likes. */
    void never();
}
