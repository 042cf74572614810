package io.c5c3.infrastructure.sql;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.rotation.Login;
import io.c5c3.engine.rotation.RotationJournal;
import io.c5c3.engine.rotation.Turns;
import io.c5c3.infrastructure.tls.AddressSecret;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A service's own database and user, and the Secret that tells its pods where it is. Once all is as it should be, a look costs one login
 * as the service's user and no statement of root's.
 *
 * @param wish what the resource says about the server
 * @param database the name of the database
 * @param credentials the Secret with username and password, and maybe host and port and, for an encrypted host, ca.crt
 * @param connection the Secret to write, with the DSN under {@code connection}
 * @param filledBy the Jobs that put tables and more into it: a database that had to be made is filled anew
 * @param remembered the Secrets with the keys to caches of what is in it: of a database that begins anew nothing is remembered
 */
public record DatabaseStep(
        Database wish,
        String database,
        String credentials,
        String connection,
        Set<String> filledBy,
        Set<String> remembered,
        DeletionPolicy deletionPolicy)
        implements Step {

    /** The key of the connection Secret that holds the DSN. */
    public static final String DSN = "connection";

    /** The kinds this step touches, for {@link io.c5c3.engine.Blueprint#uses()}. */
    public static final Set<Class<? extends HasMetadata>> USES =
            Set.of(MariaDB.class, Service.class, Secret.class, ConfigMap.class, Job.class, Pod.class);

    /** Users of the server itself, which no service may take over. */
    private static final Set<String> RESERVED = Set.of("root", "mysql", "mariadb.sys", "healthcheck");

    /** Databases of the server itself, and the one with the records of who made what. */
    private static final Set<String> INNER =
            Set.of("information_schema", "mysql", "performance_schema", "sys", Sql.RECORDS);

    /** How long to leave a server alone that no watch tells us about. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    private static final Duration LATER = Duration.ofSeconds(30);

    public DatabaseStep {
        filledBy = Collections.unmodifiableSortedSet(new TreeSet<>(filledBy));
        remembered = Collections.unmodifiableSortedSet(new TreeSet<>(remembered));
    }

    /** What pods have to mount: with encryption, the DSN names a file of this folder. */
    public static SecretFiles files(String connection) {
        return new SecretFiles("database", connection, DatabaseAddress.FOLDER);
    }

    /** The conventional name of the Secret with user and password. */
    public static String credentialsSecret(String resource) {
        return resource + "-db-credentials";
    }

    /** The conventional name of the connection Secret. */
    public static String connectionSecret(String resource) {
        return resource + "-db-connection";
    }

    @Override
    public Outcome run(Work work) {
        var login = SecretText.lines(work, credentials);
        var user = login.getOrDefault("username", "");
        var password = login.getOrDefault("password", "");
        if (user.isBlank() || password.isBlank()) {
            return Outcome.waiting(
                            "WaitingForDBCredentials",
                            "Secret/" + credentials + " must hold the keys username and password of the database user.")
                    .on(Ref.of(Secret.class, work.namespace(), credentials));
        }
        if (RESERVED.contains(user)) {
            return Outcome.mistake(
                    "DatabaseUserReserved",
                    "Secret/" + credentials + " names the database user " + user
                            + ", which belongs to the server: write a user name of the service's own.");
        }
        if (INNER.contains(database)) {
            return Outcome.mistake(
                    "DatabaseReserved",
                    "The database " + database + " belongs to the server: write a name of the service's own.");
        }
        var written = new Login(user, password);
        return switch (DatabaseServer.of(wish, credentials, login, work)) {
            case DatabaseServer.Unknown unknown -> unknown.why();
            case DatabaseServer.External external ->
                onExternal(
                        work,
                        new SqlLogin(
                                external.host(),
                                external.port(),
                                user,
                                password,
                                Optional.ofNullable(login.get(AddressSecret.AUTHORITY))
                                        .map(pem -> new ServerTrust(external.host(), Optional.of(pem)))));
            case DatabaseServer.Managed managed -> onManaged(work, managed, written);
        };
    }

    private Outcome onExternal(Work work, SqlLogin login) {
        try {
            work.port(Sql.class).verify(login, database);
            return available(work, login, login.host());
        } catch (SqlUnavailable e) {
            return Outcome.waiting("WaitingForDatabase", "The database server " + e.getMessage() + ".")
                    .retry(LATER);
        } catch (SqlFailure e) {
            return Outcome.waiting(
                            "DatabaseLoginRefused",
                            login.host() + ":" + login.port() + " does not let user " + login.user() + " of Secret/"
                                    + credentials + " use the database " + database + ": " + e.getMessage() + ".")
                    .retry(LATER);
        }
    }

    private Turns turns() {
        return new Turns(credentials, connection);
    }

    private Outcome onManaged(Work work, DatabaseServer.Managed server, Login written) {
        var turn = turns().current(work, written);
        var address = server.address(work);
        var ready = Conditions.ready(server.cluster());
        // A server that was good once is asked itself: it may well work while its resource still waits for something
        // else.
        var known = work.find(Secret.class, connection).isPresent();
        if (address.isEmpty() || !(ready || known)) {
            return notReady(server);
        }
        var login = new SqlLogin(address.get(), MariaDB.PORT, turn.user(), turn.password(), server.trust(work));
        var claim = new DatabaseClaim(work, server, database, turn.user());
        boolean open;
        try {
            open = opens(work.port(Sql.class), login);
        } catch (SqlFailure e) {
            return ready ? unavailable(server, e) : notReady(server);
        }
        if (open && claim.isFresh()) {
            return settled(work, claim, login, written);
        }
        var root = server.root(work);
        if (!ready || root.isEmpty()) {
            // Without root nobody can tell whose it is; what was told to be ours once is believed until then.
            return open && isWritten(work, login, server.host())
                    ? available(work, login, server.host())
                    : notReady(server);
        }
        var problem = made(work, claim, root.get(), login, open);
        return problem.isPresent() ? problem.get() : settled(work, claim, login, written);
    }

    /** The login works. Whether another is to take its place is no reason to keep anybody from using it. */
    private Outcome settled(Work work, DatabaseClaim claim, SqlLogin login, Login written) {
        var server = claim.server();
        if (!turns().due(work, written)) {
            return available(work, login, server.host());
        }
        var again = turned(work, claim, written);
        var turn = turns().turned(work, new Login(login.user(), login.password()));
        var done = available(work, login.as(turn.user(), turn.password()), server.host());
        return again.map(done::again).orElse(done);
    }

    private Optional<Duration> turned(Work work, DatabaseClaim claim, Login written) {
        var server = claim.server();
        var root = server.root(work).filter(login -> Conditions.ready(server.cluster()));
        if (root.isEmpty()) {
            return Optional.of(turns().failed(work, "ServerNotReady", server.ref() + " is not ready."));
        }
        try {
            return turns().advance(work, written, new DatabaseDoor(work.port(Sql.class), claim, root.get()));
        } catch (SqlFailure e) {
            return Optional.of(turns().failed(work, "ServerRefused", server.ref() + ": " + e.getMessage() + "."));
        }
    }

    private boolean opens(Sql sql, SqlLogin login) throws SqlUnavailable {
        try {
            sql.verify(login, database);
            return true;
        } catch (SqlUnavailable e) {
            throw e;
        } catch (SqlFailure e) {
            return false;
        }
    }

    private static Outcome unavailable(DatabaseServer.Managed server, SqlFailure e) {
        return Outcome.waiting("WaitingForDatabase", server.ref() + ": " + e.getMessage() + ".")
                .on(server.ref())
                .retry(RETRY);
    }

    /** Makes what is not there, or says why it cannot. */
    private Optional<Outcome> made(Work work, DatabaseClaim claim, SqlLogin root, SqlLogin login, boolean open) {
        var sql = work.port(Sql.class);
        var server = claim.server();
        try {
            var problem = claim.lay(root);
            if (problem.isPresent() || open) {
                return problem;
            }
            if (!sql.hasDatabase(root, database)) {
                // Before it is made: after a crash in between, this is still the way that is taken.
                filledBy.forEach(job -> work.find(Job.class, job).ifPresent(there -> work.delete(there, true)));
                if (work.find(Secret.class, connection).isPresent()) {
                    remembered.forEach(secret -> work.deleteOwn(Secret.class, secret));
                }
                sql.ensureDatabase(root, database);
            }
            sql.ensureUser(root, login.user(), login.password(), database);
            sql.verify(login, database);
        } catch (SqlUnavailable e) {
            return Optional.of(unavailable(server, e));
        } catch (SqlFailure e) {
            return Optional.of(Outcome.failed(
                            "DatabaseNotMade",
                            server.ref() + " does not make the database " + database + " and its user " + login.user()
                                    + ": " + e.getMessage() + ".")
                    .on(server.ref()));
        }
        return Optional.empty();
    }

    private static Outcome notReady(DatabaseServer.Managed server) {
        var why = Conditions.of(server.cluster(), Conditions.READY).map(condition -> ": " + condition.getMessage());
        return Outcome.waiting("ClusterNotReady", server.ref() + " is not ready" + why.orElse("."))
                .on(server.ref());
    }

    private boolean isWritten(Work work, SqlLogin login, String host) {
        return new DatabaseAddress(login, host, database).secret().isIn(work, connection);
    }

    private Outcome.Done available(Work work, SqlLogin login, String host) {
        work.apply(turns().marked(
                        work,
                        new DatabaseAddress(login, host, database).secret().named(connection)));
        return Outcome.done(
                "DatabaseAvailable",
                "User " + login.user() + " can use the database " + database + " on " + host + ".");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, connection));
    }

    @Override
    public Outcome teardown(Work work) {
        var login = SecretText.lines(work, credentials);
        // A server that is gone, or going, takes its databases with it or keeps them; either way there is nothing to
        // ask it.
        if (deletionPolicy != DeletionPolicy.Delete) {
            return Outcome.skipped("The database is left as it is.");
        }
        if (!(DatabaseServer.of(wish, credentials, login, work) instanceof DatabaseServer.Managed server)
                || server.cluster().getMetadata().getDeletionTimestamp() != null) {
            turns().forget(work);
            return Outcome.skipped("The database is left as it is.");
        }
        var root = server.root(work);
        if (root.isEmpty()) {
            turns().forget(work);
            return Outcome.skipped("The database is left as it is: the way to " + server.ref() + " is gone.");
        }
        try {
            var claim = new DatabaseClaim(work, server, database, login.getOrDefault("username", ""));
            for (var user : RotationJournal.of(work, credentials)
                    .map(RotationJournal::users)
                    .orElse(List.of())) {
                claim.dropUser(root.get(), user);
            }
            var dropped = claim.drop(root.get());
            turns().forget(work);
            return dropped;
        } catch (SqlFailure e) {
            return Outcome.waiting(
                            "WaitingForDatabase",
                            "The database " + database + " is to be dropped, but " + server.ref() + ": "
                                    + e.getMessage() + ". Write deletionPolicy: Retain to leave it there.")
                    .on(server.ref())
                    .retry(RETRY);
        }
    }
}
