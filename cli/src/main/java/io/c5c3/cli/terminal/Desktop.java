package io.c5c3.cli.terminal;

import java.io.IOException;

/** What the person's desktop does for us. */
public final class Desktop {
    private Desktop() {}

    /** Shows an address or a file with whatever the person uses for it; false if this machine has nothing that could. */
    public static boolean show(String what) {
        try {
            new ProcessBuilder("xdg-open", what)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
