package io.c5c3.infrastructure.sql;

/**
 * What went wrong with a server, in words that are safe to show: neither statements nor the driver's own messages, which may quote them,
 * get in here.
 */
public abstract sealed class SqlFailure extends Exception permits SqlUnavailable, SqlRefused {

    private static final long serialVersionUID = 1;

    SqlFailure(String message) {
        super(message);
    }
}
