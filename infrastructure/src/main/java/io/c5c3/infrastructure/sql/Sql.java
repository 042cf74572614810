package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Records;

/**
 * What the operators ask of a database server. Every call opens a connection of its own and closes it: looks are rare, and a connection
 * kept open would be one more thing that can go stale.
 */
public interface Sql {

    /** The database of the operators' own, where the server keeps who made what on it. */
    String RECORDS = "c5c3";

    /** Who made which database and which user; only root may know. */
    Records<SqlFailure> records(SqlLogin root) throws SqlFailure;

    /** What the server says it is. */
    String version(SqlLogin login) throws SqlFailure;

    /** Returns if the user may log in and use the database. */
    void verify(SqlLogin user, String database) throws SqlFailure;

    boolean hasDatabase(SqlLogin root, String database) throws SqlFailure;

    boolean hasUser(SqlLogin root, String user) throws SqlFailure;

    /** Whether somebody is in as this user; of several servers, the one that answers speaks for itself alone. */
    boolean isConnected(SqlLogin root, String user) throws SqlFailure;

    /** Makes the database unless it is there. */
    void ensureDatabase(SqlLogin root, String database) throws SqlFailure;

    /** Makes the user unless it is there, sees to it that this is its password, and gives it the database and nothing else. */
    void ensureUser(SqlLogin root, String user, String password, String database) throws SqlFailure;

    /** Gives root another password. */
    void changeRootPassword(SqlLogin root, String password) throws SqlFailure;

    void dropDatabase(SqlLogin root, String database) throws SqlFailure;

    void dropUser(SqlLogin root, String user) throws SqlFailure;
}
