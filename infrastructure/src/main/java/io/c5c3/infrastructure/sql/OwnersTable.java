package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.Thing;
import java.util.Optional;

/**
 * Who made what on a server, in a table that only root may read. It is in the server itself, so that a copy of its data has it too.
 *
 * @param root who asks
 */
record OwnersTable(MariaDbSql sql, SqlLogin root) implements Records<SqlFailure> {

    /** Longer than any name of a database or a user; compared byte by byte, as the server compares those. */
    private static final String NAME = "VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL";

    private static final String TABLE = new SqlName(Sql.RECORDS).quoted() + ".`owners`";

    @Override
    public Optional<Owner> owner(Thing thing) throws SqlFailure {
        try {
            return sql.value(
                            root,
                            "SELECT owner FROM " + TABLE + " WHERE kind = ? AND name = ?",
                            thing.kind(),
                            thing.name())
                    .flatMap(Owner::parse);
        } catch (SqlRefused e) {
            if (e.isAbsent()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void record(Thing thing, Owner owner) throws SqlFailure {
        sql.tell(root, "CREATE DATABASE IF NOT EXISTS " + new SqlName(Sql.RECORDS).quoted());
        sql.tell(
                root,
                "CREATE TABLE IF NOT EXISTS " + TABLE + " (kind " + NAME + ", name " + NAME
                        + ", owner TEXT CHARACTER SET utf8mb4 NOT NULL, PRIMARY KEY (kind, name)) ENGINE = InnoDB");
        // The key is unique: of two who come at once, the server lets one in.
        sql.tell(
                root,
                "INSERT IGNORE INTO " + TABLE + " (kind, name, owner) VALUES (?, ?, ?)",
                thing.kind(),
                thing.name(),
                owner.text());
    }

    @Override
    public void strike(Thing thing) throws SqlFailure {
        if (owner(thing).isPresent()) {
            sql.tell(root, "DELETE FROM " + TABLE + " WHERE kind = ? AND name = ?", thing.kind(), thing.name());
        }
    }
}
