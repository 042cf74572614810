package io.c5c3.cli.terminal;

import sun.misc.Signal;

/** What the operating system tells this process while it runs. The JDK has no other way to hear it than this old one. */
public final class Signals {
    private Signals() {}

    /** Runs something whenever the signal comes, instead of what would happen otherwise. */
    public static void on(String signal, Runnable then) {
        try {
            Signal.handle(new Signal(signal), ignored -> then.run());
        } catch (IllegalArgumentException e) {
            // This system does not have it, or the JVM keeps it for itself: then it is not missed here either.
        }
    }
}
