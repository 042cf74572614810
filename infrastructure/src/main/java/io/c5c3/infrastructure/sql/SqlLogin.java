package io.c5c3.infrastructure.sql;

/** Where a server is, and who knocks. */
public record SqlLogin(String host, int port, String user, String password) {

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
