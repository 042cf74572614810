package io.c5c3.infrastructure.sql;

/** The server could not be reached, or had no connection left; later it may answer. */
public final class SqlUnavailable extends SqlFailure {

    private static final long serialVersionUID = 1;

    public SqlUnavailable(String message) {
        super(message);
    }
}
