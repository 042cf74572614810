package io.c5c3.infrastructure.sql;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A database as SQLAlchemy is told of it. The text holds the password.
 *
 * @param authority with encryption, the file whose certificates a client trusts
 */
record Dsn(String user, String password, String host, int port, String database, Optional<String> authority) {

    /**
     * With a file PyMySQL wants a certificate, signed by one of these and for this host. It must be told nothing more: with ssl_verify_cert or
     * ssl_verify_identity beside it, it forgets the file.
     */
    String text() {
        return "mysql+pymysql://" + encoded(user) + ":" + encoded(password) + "@"
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + encoded(database)
                + "?charset=utf8"
                + authority.map(file -> "&ssl_ca=" + file).orElse("");
    }

    /** Everything but letters, digits and -._ as %XX: also $ and spaces, which configuration files would read as their own. */
    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    @Override
    public String toString() {
        return "mysql+pymysql://" + user + ":***@" + host + ":" + port + "/" + database;
    }
}
