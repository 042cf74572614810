package io.c5c3.local;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;

/** Tells what failed by itself from what was stopped because something else had failed. */
public final class Interruption {
    private Interruption() {}

    public static boolean isWhy(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException
                    || cause instanceof InterruptedIOException
                    || cause instanceof ClosedByInterruptException
                    || cause instanceof FileLockInterruptionException) {
                return true;
            }
        }
        return false;
    }
}
