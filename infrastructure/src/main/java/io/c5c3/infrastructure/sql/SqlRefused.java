package io.c5c3.infrastructure.sql;

import java.util.Map;

/** The server answered, and the answer was no. */
public final class SqlRefused extends SqlFailure {

    private static final long serialVersionUID = 1;
    private static final int NO_ACCESS_TO_DATABASE = 1044;
    private static final int WRONG_PASSWORD = 1045;
    private static final int NO_SUCH_DATABASE = 1049;
    private static final int NO_SUCH_TABLE = 1146;
    private static final int NO_PASSWORD_LOGIN = 1698;

    private static final Map<Integer, String> WORDS = Map.of(
            NO_ACCESS_TO_DATABASE,
            "the user has no access to the database",
            WRONG_PASSWORD,
            "the server knows no such user with this password",
            NO_SUCH_DATABASE,
            "the database does not exist",
            NO_PASSWORD_LOGIN,
            "the user may not log in with a password",
            1142,
            "the user lacks a privilege",
            1227,
            "the user lacks a privilege",
            1290,
            "the server is read-only",
            1396,
            "the user cannot be made or changed",
            1470,
            "the user name is too long",
            1819,
            "the password is too weak for the server's policy");

    private final int code;

    /** @param code the server's own number for the error */
    public SqlRefused(int code) {
        super(WORDS.getOrDefault(code, "the server refused") + " (error " + code + ")");
        this.code = code;
    }

    public static SqlRefused wrongPassword() {
        return new SqlRefused(WRONG_PASSWORD);
    }

    public static SqlRefused noSuchDatabase() {
        return new SqlRefused(NO_SUCH_DATABASE);
    }

    public static SqlRefused noAccess() {
        return new SqlRefused(NO_ACCESS_TO_DATABASE);
    }

    /** The database or the table is not there. */
    boolean isAbsent() {
        return code == NO_SUCH_DATABASE || code == NO_SUCH_TABLE;
    }

    public boolean isWrongPassword() {
        return code == WRONG_PASSWORD || code == NO_PASSWORD_LOGIN;
    }
}
