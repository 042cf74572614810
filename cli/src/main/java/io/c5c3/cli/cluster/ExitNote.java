package io.c5c3.cli.cluster;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Passes bytes on, but for a line that "kubectl exec" adds: the exit code of the command, which is passed on as an exit code anyway.
 * Nothing else is held back, not even half a line: it may be a prompt.
 */
final class ExitNote extends FilterOutputStream {
    private static final String START = "command terminated with exit code ";
    private static final Pattern NOTE = Pattern.compile(START + "\\d*\n?");

    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private boolean undecided = true;

    ExitNote(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int next) throws IOException {
        if (!undecided) {
            out.write(next);
        } else {
            held.write(next);
            var line = held.toString(StandardCharsets.ISO_8859_1);
            if (!START.startsWith(line) && !NOTE.matcher(line).matches()) {
                held.writeTo(out);
                held.reset();
                undecided = false;
            }
        }
        if (next == '\n') {
            held.reset();
            undecided = true;
        }
    }

    /** Nothing more comes. The stream behind this one stays open: it may be standard error. */
    void finish() throws IOException {
        // A last line without an end cannot be the note.
        held.writeTo(out);
        held.reset();
        out.flush();
    }
}
