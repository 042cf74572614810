package io.c5c3.infrastructure.sql;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A database as SQLAlchemy is told of it. The text holds the password. */
record Dsn(String user, String password, String host, int port, String database) {

    String text() {
        return "mysql+pymysql://" + encoded(user) + ":" + encoded(password) + "@"
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + encoded(database)
                + "?charset=utf8";
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
