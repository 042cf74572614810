package io.c5c3.infrastructure.sql;

/** Names in statements. Values travel as parameters; names cannot. */
record SqlName(String text) {

    /** As an identifier: {@code `name`}. */
    String quoted() {
        return "`" + text.replace("`", "``") + "`";
    }

    /** As a pattern of databases, which is how GRANT reads it: an unescaped _ would open the databases of others. */
    String pattern() {
        return new SqlName(text.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%")).quoted();
    }
}
