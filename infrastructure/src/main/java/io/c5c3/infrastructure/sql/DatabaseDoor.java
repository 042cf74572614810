package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Refused;
import io.c5c3.engine.rotation.Door;
import io.c5c3.engine.rotation.Login;
import java.util.Optional;

/**
 * A database server as root sees it, for users of one database that take turns.
 *
 * @param claim of the resource whose users they are
 */
record DatabaseDoor(Sql sql, DatabaseClaim claim, SqlLogin root) implements Door<SqlFailure> {

    @Override
    public Login make(Login login) throws SqlFailure {
        var obstacle = claim.layUser(root, login.user());
        if (obstacle.isPresent()) {
            throw new Refused(obstacle.get());
        }
        sql.ensureUser(root, login.user(), login.password(), claim.database());
        return login;
    }

    @Override
    public Optional<String> refuses(Login login) throws SqlFailure {
        try {
            sql.verify(root.as(login.user(), login.password()), claim.database());
            return Optional.empty();
        } catch (SqlRefused e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean inUse(String user) throws SqlFailure {
        return sql.isConnected(root, user);
    }

    @Override
    public void drop(String user) throws SqlFailure {
        claim.dropUser(root, user);
    }
}
