package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Claim;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Thing;
import io.c5c3.engine.Work;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A resource's right to a database and its user on a server of ours. Root is asked once and then from time to time, in case a person has
 * handed one of them over to another resource; before anything is made or dropped, root is always asked.
 */
record DatabaseClaim(Work work, DatabaseServer.Managed server, String database, String user) {

    private static final Duration LIFE = Duration.ofMinutes(5);

    private Thing theDatabase() {
        return new Thing("database", database);
    }

    private static Thing user(String name) {
        return new Thing("database-user", name);
    }

    private String subject() {
        return theDatabase() + " of " + work.namespace() + "/" + Ref.of(work.owner());
    }

    private String state() {
        return Digest.of(List.of(server.ref().toString(), server.address(work).orElse(""), database, user));
    }

    /** Whether both were found to be ours a short while ago. */
    boolean isFresh() {
        return work.port(Recently.class)
                .holds(subject(), state(), work.now(), LIFE)
                .isPresent();
    }

    /** Makes both ours, or says whose they are. */
    Optional<Outcome> lay(SqlLogin root) throws SqlFailure {
        var sql = work.port(Sql.class);
        var problem = claim(root)
                .lay(List.of(
                        new Claim.Wanted<>(theDatabase(), () -> sql.hasDatabase(root, database)),
                        new Claim.Wanted<>(user(user), () -> sql.hasUser(root, user))));
        if (problem.isEmpty()) {
            work.port(Recently.class).checked(subject(), state(), work.now());
        }
        return problem;
    }

    /** Makes another user ours, or says whose it is. */
    Optional<Outcome> layUser(SqlLogin root, String other) throws SqlFailure {
        return claim(root)
                .lay(List.of(new Claim.Wanted<>(
                        user(other), () -> work.port(Sql.class).hasUser(root, other))));
    }

    /** Drops a user if it is ours. */
    void dropUser(SqlLogin root, String other) throws SqlFailure {
        var claim = claim(root);
        if (!other.isBlank() && claim.holds(user(other))) {
            work.port(Sql.class).dropUser(root, other);
            claim.release(user(other));
        }
    }

    /** Drops what is ours, and says what that was. */
    Outcome drop(SqlLogin root) throws SqlFailure {
        var sql = work.port(Sql.class);
        var claim = claim(root);
        work.port(Recently.class).forget(subject());
        dropUser(root, user);
        if (!claim.holds(theDatabase())) {
            return Outcome.skipped("The database " + database + " is not this resource's, and is left as it is.");
        }
        sql.dropDatabase(root, database);
        claim.release(theDatabase());
        return Outcome.skipped("Dropped the database " + database + ".");
    }

    private Claim<SqlFailure> claim(SqlLogin root) throws SqlFailure {
        return new Claim<>(
                work, work.port(Sql.class).records(root), server.ref().toString());
    }
}
