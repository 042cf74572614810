package io.c5c3.infrastructure.ovn;

import java.util.List;
import java.util.Optional;

/**
 * What the operators ask of a database server that speaks OVSDB (RFC 7047). Every call opens a connection of its own and closes it: looks
 * are rare, and a connection kept open would be one more thing that can go stale.
 */
public interface Ovsdb {

    /** For each query the rows it finds, all as of one moment. */
    List<List<OvsdbRow>> select(OvsdbServer server, String database, Query... queries) throws OvsdbFailure;

    /** Deletes the rows that queries find, all or none. */
    void delete(OvsdbServer server, String database, Query... queries) throws OvsdbFailure;

    /** Adds one to a number in every row of a table. */
    void increment(OvsdbServer server, String database, String table, String column) throws OvsdbFailure;

    /**
     * Some rows of a table.
     *
     * @param columns those that are wanted
     * @param match a column and the text it must hold; all rows without
     */
    record Query(String table, List<String> columns, Optional<Match> match) {

        public static Query of(String table, String... columns) {
            return new Query(table, List.of(columns), Optional.empty());
        }

        public Query where(String column, String value) {
            return new Query(table, columns, Optional.of(new Match(column, value)));
        }
    }

    record Match(String column, String value) {}
}
