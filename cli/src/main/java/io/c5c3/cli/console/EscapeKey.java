package io.c5c3.cli.console;

import java.util.Arrays;

/** The key that belongs to this program; all others are for the guest. */
final class EscapeKey {

    /** As people call it. */
    static final String NAME = "Ctrl-]";

    /** What a terminal sends for it: virsh and telnet use the same, and nothing on a command line does. */
    private static final byte CODE = 0x1d;

    private EscapeKey() {}

    static boolean isIn(byte[] typed) {
        return before(typed).length < typed.length;
    }

    /** What was typed for the guest. */
    static byte[] before(byte[] typed) {
        for (var i = 0; i < typed.length; i++) {
            if (typed[i] == CODE) {
                return Arrays.copyOf(typed, i);
            }
        }
        return typed;
    }
}
