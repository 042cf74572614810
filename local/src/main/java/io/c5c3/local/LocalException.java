package io.c5c3.local;

/** Something on this machine did not work; the message is one sentence that says what failed and what to do next. */
public final class LocalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LocalException(String message) {
        super(message);
    }

    public LocalException(String message, Throwable cause) {
        super(message, cause);
    }
}
