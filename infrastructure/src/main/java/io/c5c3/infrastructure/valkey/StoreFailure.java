package io.c5c3.infrastructure.valkey;

/** What went wrong with a server, in words that are safe to show: what the server itself said stays out of here. */
public final class StoreFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean wrongPassword;

    private StoreFailure(String message, boolean wrongPassword) {
        super(message);
        this.wrongPassword = wrongPassword;
    }

    public static StoreFailure because(String message) {
        return new StoreFailure(message, false);
    }

    public static StoreFailure wrongPassword() {
        return new StoreFailure("the server does not take this password", true);
    }

    public boolean isWrongPassword() {
        return wrongPassword;
    }
}
