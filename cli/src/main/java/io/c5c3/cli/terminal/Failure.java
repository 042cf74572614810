package io.c5c3.cli.terminal;

/** The command could not do what it was asked. The message says what is wrong, and what to do next. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
