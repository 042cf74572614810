package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
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
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A service's own virtual host and user, and the Secret that tells its pods where they are. Once all is as it should be, a look costs one
 * login as the service's user and nothing of the administrator's.
 *
 * @param wish what the resource says about the servers
 * @param credentials the Secret with username and password, and maybe vhost, hosts and, for encrypted hosts, ca.crt
 * @param connection the Secret to write, with the address under {@code transport_url}
 * @param host whose the virtual host is, if it is not to be the resource's own: then only the user is
 */
public record MessagingStep(
        Messaging wish, String credentials, String connection, DeletionPolicy deletionPolicy, Optional<Owner> host)
        implements Step {

    /** With a virtual host of its own. */
    public MessagingStep(Messaging wish, String credentials, String connection, DeletionPolicy deletionPolicy) {
        this(wish, credentials, connection, deletionPolicy, Optional.empty());
    }

    /** The key of the connection Secret that holds the address, as oslo.messaging reads it. */
    public static final String URL = QueueAddress.URL;

    /** The kinds this step touches, for {@link io.c5c3.engine.Blueprint#uses()}. */
    public static final Set<Class<? extends HasMetadata>> USES =
            Set.of(RabbitMQ.class, Service.class, Secret.class, ConfigMap.class, Pod.class);

    /** Users of the servers themselves, which no service may take over. */
    private static final Set<String> RESERVED = Set.of(AdminLogin.USER, "guest");

    /** oslo.messaging puts the name into an address of its own, unquoted; AMQP has a byte for its length. */
    private static final Pattern VHOST = Pattern.compile("[A-Za-z0-9._/-]{0,255}");

    /** How long to leave a server alone that no watch tells us about. */
    static final Duration RETRY = Duration.ofSeconds(5);

    private static final Duration LATER = Duration.ofSeconds(30);

    /** The conventional name of the Secret with user and password. */
    public static String credentialsSecret(String resource) {
        return resource + "-rabbitmq-credentials";
    }

    /** The conventional name of the connection Secret. */
    public static String connectionSecret(String resource) {
        return resource + "-messaging-connection";
    }

    /** What pods have to mount: with encryption, the address names a file of this folder. */
    public static SecretFiles files(String connection) {
        return new SecretFiles("messaging", connection, QueueAddress.FOLDER);
    }

    /** Who logs in where, once the Secret is complete. */
    private record Account(String user, String password, String vhost) {
        QueueAddress at(List<String> hosts, Optional<ServerTrust> encryption) {
            return new QueueAddress(user, password, vhost, hosts, encryption);
        }
    }

    @Override
    public Outcome run(Work work) {
        var login = SecretText.lines(work, credentials);
        var user = login.getOrDefault("username", "");
        var password = login.getOrDefault("password", "");
        if (user.isBlank() || password.isBlank()) {
            return Outcome.waiting(
                            "WaitingForMessagingCredentials",
                            "Secret/" + credentials
                                    + " must hold the keys username and password of the message queue's user.")
                    .on(Ref.of(Secret.class, work.namespace(), credentials));
        }
        if (RESERVED.contains(user)) {
            return Outcome.mistake(
                    "MessagingUserReserved",
                    "Secret/" + credentials + " names the user " + user
                            + ", which belongs to the servers: write a user name of the service's own.");
        }
        if (user.contains("/")
                || password.contains("/")
                || !VHOST.matcher(login.getOrDefault("vhost", "")).matches()) {
            return Outcome.mistake(
                    "MessagingCredentialsUnusable",
                    "Secret/" + credentials + " holds what oslo.messaging cannot carry: write username and password"
                            + " without a slash, and a vhost of letters, digits and . _ / - only.");
        }
        if (Broker.RECORDS.equals(vhost(login, user))) {
            return Outcome.mistake(
                    "VhostReserved",
                    "The virtual host " + Broker.RECORDS
                            + " belongs to the operators: write a vhost of the service's own into Secret/" + credentials
                            + ".");
        }
        return switch (MessagingServer.of(wish, credentials, login, work)) {
            case MessagingServer.Unknown unknown -> unknown.why();
            case MessagingServer.External external ->
                onExternal(
                        work,
                        external,
                        new Account(user, password, vhost(login, BrokerClaim.COMMON)),
                        Optional.ofNullable(login.get(AddressSecret.AUTHORITY)));
            case MessagingServer.Managed managed ->
                onManaged(work, managed, new Login(user, password), vhost(login, user));
        };
    }

    private static String vhost(Map<String, String> login, String otherwise) {
        var written = login.getOrDefault("vhost", "");
        return written.isBlank() ? otherwise : written;
    }

    /** One server that lets the user in speaks for all: the others may be down, and clients try them in turn. */
    private Outcome onExternal(
            Work work, MessagingServer.External server, Account account, Optional<String> authority) {
        var hosts = server.hosts().stream().map(MessagingServer.Host::toString).toList();
        Outcome last = Outcome.waiting("WaitingForMessaging", "No message server is named.");
        for (var host : server.hosts()) {
            var trust = authority.map(pem -> new ServerTrust(host.address(), Optional.of(pem)));
            try {
                work.port(Broker.class)
                        .verify(
                                new BrokerLogin(host.address(), host.port(), account.user(), account.password(), trust),
                                account.vhost());
                return available(work, account.at(hosts, trust));
            } catch (BrokerUnavailable e) {
                last = Outcome.waiting("WaitingForMessaging", "The message server " + e.getMessage() + ".")
                        .retry(LATER);
            } catch (BrokerFailure e) {
                return Outcome.waiting(
                                "MessagingLoginRefused",
                                host + " does not let user " + account.user() + " of Secret/" + credentials
                                        + " use the virtual host " + account.vhost() + ": " + e.getMessage() + ".")
                        .retry(LATER);
            }
        }
        return last;
    }

    private Turns turns() {
        return new Turns(credentials, connection);
    }

    private Outcome onManaged(Work work, MessagingServer.Managed server, Login written, String vhost) {
        var turn = turns().current(work, written);
        var account = new Account(turn.user(), turn.password(), vhost);
        var address = server.address(work);
        var ready = Conditions.ready(server.cluster());
        // Servers that were good once are asked themselves: they may well work while their resource still waits for
        // something else.
        var known = work.find(Secret.class, connection).isPresent();
        if (address.isEmpty() || !(ready || known)) {
            return notReady(server);
        }
        var login =
                new BrokerLogin(address.get(), server.port(), account.user(), account.password(), server.trust(work));
        var claim = new BrokerClaim(work, server, account.user(), account.vhost(), host);
        boolean open;
        try {
            open = opens(work.port(Broker.class), login, account.vhost());
        } catch (BrokerUnavailable e) {
            return ready ? unavailable(server, e) : notReady(server);
        }
        var found = account.at(server.hosts(), login.trust());
        if (open && claim.isFresh()) {
            return settled(work, claim, login, written);
        }
        var admin = server.admin(work);
        if (!ready || admin.isEmpty()) {
            // Without the administrator nobody can tell whose it is; what was told to be ours once is believed until
            // then.
            return open && found.secret().isIn(work, connection) ? available(work, found) : notReady(server);
        }
        var problem = made(work, claim, admin.get(), login, open);
        return problem.isPresent() ? problem.get() : settled(work, claim, login, written);
    }

    /** The login works. Whether another is to take its place is no reason to keep anybody from using it. */
    private Outcome settled(Work work, BrokerClaim claim, BrokerLogin login, Login written) {
        if (!turns().due(work, written)) {
            return available(work, account(login, claim).at(claim.server().hosts(), login.trust()));
        }
        var again = turned(work, claim, login, written);
        var turn = turns().turned(work, new Login(login.user(), login.password()));
        var done = available(
                work,
                account(login.as(turn.user(), turn.password()), claim)
                        .at(claim.server().hosts(), login.trust()));
        return again.map(done::again).orElse(done);
    }

    private static Account account(BrokerLogin login, BrokerClaim claim) {
        return new Account(login.user(), login.password(), claim.vhost());
    }

    private Optional<Duration> turned(Work work, BrokerClaim claim, BrokerLogin login, Login written) {
        var server = claim.server();
        var admin = server.admin(work).filter(there -> Conditions.ready(server.cluster()));
        if (admin.isEmpty()) {
            return Optional.of(turns().failed(work, "ServerNotReady", server.ref() + " is not ready."));
        }
        try {
            return turns().advance(work, written, new BrokerDoor(work.port(Broker.class), claim, admin.get(), login));
        } catch (BrokerFailure e) {
            return Optional.of(turns().failed(work, "ServerRefused", server.ref() + ": " + e.getMessage() + "."));
        }
    }

    private static boolean opens(Broker broker, BrokerLogin login, String vhost) throws BrokerUnavailable {
        try {
            broker.verify(login, vhost);
            return true;
        } catch (BrokerUnavailable e) {
            throw e;
        } catch (BrokerFailure e) {
            return false;
        }
    }

    /** Makes what is not there, or says why it cannot. */
    private Optional<Outcome> made(Work work, BrokerClaim claim, BrokerLogin admin, BrokerLogin login, boolean open) {
        var broker = work.port(Broker.class);
        var server = claim.server();
        var account = account(login, claim);
        try {
            var problem = claim.lay(admin);
            if (problem.isPresent() || open) {
                return problem;
            }
            if (host.isEmpty()) {
                broker.ensureVhost(
                        admin, account.vhost(), server.cluster().getSpec().queueType());
            }
            broker.ensureUser(admin, account.user(), account.password(), account.vhost());
            broker.verify(login, account.vhost());
        } catch (BrokerUnavailable e) {
            return Optional.of(unavailable(server, e));
        } catch (BrokerFailure e) {
            return Optional.of(Outcome.failed(
                            "VhostNotMade",
                            server.ref() + " does not make the virtual host " + account.vhost() + " and its user "
                                    + account.user() + ": " + e.getMessage() + ".")
                    .on(server.ref()));
        }
        return Optional.empty();
    }

    private static Outcome unavailable(MessagingServer.Managed server, BrokerUnavailable e) {
        return Outcome.waiting("WaitingForMessaging", server.ref() + ": " + e.getMessage() + ".")
                .on(server.ref())
                .retry(RETRY);
    }

    private static Outcome notReady(MessagingServer.Managed server) {
        var why = Conditions.of(server.cluster(), Conditions.READY).map(condition -> ": " + condition.getMessage());
        return Outcome.waiting("MessagingNotReady", server.ref() + " is not ready" + why.orElse("."))
                .on(server.ref());
    }

    private Outcome.Done available(Work work, QueueAddress address) {
        work.apply(turns().marked(work, address.secret().named(connection)));
        return Outcome.done(
                "MessagingAvailable",
                "User " + address.user() + " can use the virtual host " + address.vhost() + " on "
                        + String.join(", ", address.hosts()) + ".");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, connection));
    }

    @Override
    public Outcome teardown(Work work) {
        var login = SecretText.lines(work, credentials);
        // Servers that are gone, or going, take their virtual hosts with them or keep them; either way there is nothing
        // to ask them.
        if (deletionPolicy != DeletionPolicy.Delete) {
            return Outcome.skipped("The virtual host is left as it is.");
        }
        if (!(MessagingServer.of(wish, credentials, login, work) instanceof MessagingServer.Managed server)
                || server.cluster().getMetadata().getDeletionTimestamp() != null) {
            turns().forget(work);
            return Outcome.skipped("The virtual host is left as it is.");
        }
        var user = login.getOrDefault("username", "");
        var vhost = vhost(login, user);
        var admin = server.admin(work);
        if (admin.isEmpty() || user.isBlank() || RESERVED.contains(user)) {
            turns().forget(work);
            return Outcome.skipped("The virtual host is left as it is: the way to " + server.ref() + " is gone.");
        }
        try {
            var claim = new BrokerClaim(work, server, user, vhost, host);
            for (var other : RotationJournal.of(work, credentials)
                    .map(RotationJournal::users)
                    .orElse(List.of())) {
                claim.deleteUser(admin.get(), other);
            }
            var deleted = claim.drop(admin.get());
            turns().forget(work);
            return deleted;
        } catch (BrokerFailure e) {
            return Outcome.waiting(
                            "WaitingForMessaging",
                            "The virtual host " + vhost + " is to be deleted, but " + server.ref() + ": "
                                    + e.getMessage() + ". Write deletionPolicy: Retain to leave it there.")
                    .on(server.ref())
                    .retry(RETRY);
        }
    }
}
