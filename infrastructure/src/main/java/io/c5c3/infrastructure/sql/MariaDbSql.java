package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Leadership;
import io.c5c3.engine.Records;
import io.c5c3.infrastructure.tls.ServerTrust;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Driver;

/** A real server, through MariaDB Connector/J. */
public final class MariaDbSql implements Sql {

    private static final int CONNECT_MILLIS = 3_000;
    private static final int ANSWER_MILLIS = 10_000;

    /** Dropping a large database deletes large files. */
    private static final int DROP_MILLIS = 120_000;

    /** Too many connections, shutdown in progress, host blocked, too many connections of this user. */
    private static final Set<Integer> BUSY = Set.of(1040, 1053, 1129, 1203, 1226);

    private static final String CONNECTION_STATES = "08";

    private static final Driver DRIVER;

    static {
        // On its finest level the driver logs whole packets, passwords and all.
        System.setProperty("mariadb.logging.disable", "true");
        DRIVER = new Driver();
    }

    @Override
    public String version(SqlLogin login) throws SqlFailure {
        return ask(login, ANSWER_MILLIS, connection -> {
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT VERSION()")) {
                rows.next();
                return rows.getString(1);
            }
        });
    }

    @Override
    public void verify(SqlLogin user, String database) throws SqlFailure {
        tell(user, "USE " + new SqlName(database).quoted());
    }

    @Override
    public boolean hasDatabase(SqlLogin root, String database) throws SqlFailure {
        return value(root, "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?", database)
                .isPresent();
    }

    @Override
    public boolean hasUser(SqlLogin root, String user) throws SqlFailure {
        return value(root, "SELECT 1 FROM mysql.user WHERE user = ? LIMIT 1", user)
                .isPresent();
    }

    @Override
    public boolean isConnected(SqlLogin root, String user) throws SqlFailure {
        return value(root, "SELECT 1 FROM information_schema.processlist WHERE user = ? LIMIT 1", user)
                .isPresent();
    }

    @Override
    public Records<SqlFailure> records(SqlLogin root) {
        return new OwnersTable(this, root);
    }

    /** The first column of the first row. */
    Optional<String> value(SqlLogin login, String query, String... values) throws SqlFailure {
        return ask(login, ANSWER_MILLIS, connection -> {
            try (var prepared = connection.prepareStatement(query)) {
                for (var i = 0; i < values.length; i++) {
                    prepared.setString(i + 1, values[i]);
                }
                try (var rows = prepared.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
                }
            }
        });
    }

    void tell(SqlLogin login, String statement, String... values) throws SqlFailure {
        tell(login, ANSWER_MILLIS, statement, values);
    }

    @Override
    public void ensureDatabase(SqlLogin root, String database) throws SqlFailure {
        // The character set OpenStack's own table definitions name: a mixture of two makes foreign keys fail.
        tell(
                root,
                "CREATE DATABASE IF NOT EXISTS " + new SqlName(database).quoted()
                        + " CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci");
    }

    @Override
    public void ensureUser(SqlLogin root, String user, String password, String database) throws SqlFailure {
        tell(root, "CREATE USER IF NOT EXISTS ?@'%' IDENTIFIED BY ?", user, password);
        if (!accepts(root.as(user, password))) {
            tell(root, "ALTER USER ?@'%' IDENTIFIED BY ?", user, password);
        }
        tell(root, "GRANT ALL PRIVILEGES ON " + new SqlName(database).pattern() + ".* TO ?@'%'", user);
    }

    private boolean accepts(SqlLogin login) throws SqlFailure {
        try {
            version(login);
            return true;
        } catch (SqlRefused e) {
            return false;
        }
    }

    @Override
    public void changeRootPassword(SqlLogin root, String password) throws SqlFailure {
        // The one we come in with last: after a crash in between, the old password still opens the door to do it again.
        tell(root, "ALTER USER IF EXISTS ?@'localhost' IDENTIFIED BY ?", root.user(), password);
        tell(root, "ALTER USER ?@'%' IDENTIFIED BY ?", root.user(), password);
    }

    @Override
    public void dropDatabase(SqlLogin root, String database) throws SqlFailure {
        tell(root, DROP_MILLIS, "DROP DATABASE IF EXISTS " + new SqlName(database).quoted());
    }

    @Override
    public void dropUser(SqlLogin root, String user) throws SqlFailure {
        tell(root, "DROP USER IF EXISTS ?@'%'", user);
    }

    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    private static void tell(SqlLogin login, int millis, String statement, String... values) throws SqlFailure {
        ask(login, millis, connection -> {
            // The driver puts the values in, quoted as the server's own sql_mode wants them.
            try (var prepared = connection.prepareStatement(statement)) {
                for (var i = 0; i < values.length; i++) {
                    prepared.setString(i + 1, values[i]);
                }
                return prepared.execute();
            }
        });
    }

    private static <T> T ask(SqlLogin login, int millis, Question<T> question) throws SqlFailure {
        try (var connection = DRIVER.connect(url(login), options(login, millis))) {
            return question.ask(connection);
        } catch (SQLException e) {
            // The driver takes it for a fault of the connection that nothing may be sent any more.
            Leadership.current().permit();
            throw failure(login, e);
        }
    }

    private static Properties options(SqlLogin login, int millis) {
        var options = new Properties();
        options.setProperty("user", login.user());
        options.setProperty("password", login.password());
        options.setProperty("connectTimeout", String.valueOf(CONNECT_MILLIS));
        options.setProperty("socketTimeout", String.valueOf(millis));
        options.setProperty("socketFactory", BoundedSockets.class.getName());
        // Parameters are put in by the driver: the server prepares no CREATE USER.
        options.setProperty("useServerPrepStmts", "false");
        options.setProperty("allowLocalInfile", "false");
        login.trust().ifPresent(trust -> {
            options.setProperty("sslMode", "verify-full");
            trust.authority().ifPresent(authority -> options.setProperty("serverSslCert", authority));
            // The name is what its certificate is for; where it is, is told to whoever makes the socket.
            options.setProperty(BoundedSockets.ADDRESS, login.host());
            options.setProperty(BoundedSockets.PORT, String.valueOf(login.port()));
        });
        return options;
    }

    private static String url(SqlLogin login) {
        var name = login.trust().map(ServerTrust::name).orElse(login.host());
        var host = name.contains(":") ? "[" + name + "]" : name;
        return "jdbc:mariadb://" + host + ":" + login.port() + "/";
    }

    /** The driver's own words stay behind: they quote statements. */
    private static SqlFailure failure(SqlLogin login, SQLException e) {
        var state = e.getSQLState() == null ? "" : e.getSQLState();
        var code = e.getErrorCode();
        if (BUSY.contains(code)) {
            return new SqlUnavailable(
                    login.host() + ":" + login.port() + " takes no more connections (error " + code + ")");
        }
        return code > 0 && !state.startsWith(CONNECTION_STATES)
                ? new SqlRefused(code)
                : new SqlUnavailable(login.host() + ":" + login.port() + " " + network(login, e));
    }

    private static String network(SqlLogin login, SQLException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case SocketTimeoutException timeout -> {
                    return "did not answer in time";
                }
                case UnknownHostException unknown -> {
                    return "is not a name that DNS knows";
                }
                case ConnectException refused -> {
                    return "refused the connection";
                }
                default -> {}
            }
        }
        return login.trust()
                .map(trust -> "closed the connection, or does not show the certificate of " + trust.name())
                .orElse("closed the connection");
    }
}
