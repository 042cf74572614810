package io.c5c3.local;

import java.util.function.BooleanSupplier;

/**
 * Something that was started and is not to be seen. A program on its way from the shell to itself has no environment for a moment, and
 * with it no mark: only what is missing in several looks in a row has ended.
 */
final class Absence implements BooleanSupplier {
    private static final int LOOKS = 10;

    private final BooleanSupplier absent;
    private int inARow;

    Absence(BooleanSupplier absent) {
        this.absent = absent;
    }

    @Override
    public boolean getAsBoolean() {
        inARow = absent.getAsBoolean() ? inARow + 1 : 0;
        return inARow >= LOOKS;
    }
}
