package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.Claim;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Recently;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Thing;
import io.c5c3.engine.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A resource's right to a virtual host and its user on servers of ours. The administrator is asked once and then from time to time, in case
 * a person has handed one of them over to another resource; before anything is made or deleted, the administrator is always asked.
 *
 * @param host whose the virtual host is, if the resource is only a guest there
 */
record BrokerClaim(Work work, MessagingServer.Managed server, String user, String vhost, Optional<Owner> host) {

    /** The virtual host that every server has, and nobody owns. */
    static final String COMMON = "/";

    private static final Duration LIFE = Duration.ofMinutes(5);

    private Thing theVhost() {
        return new Thing("vhost", vhost);
    }

    private static Thing user(String name) {
        return new Thing("messaging-user", name);
    }

    /** Whether the virtual host is the resource's own to make and delete. */
    boolean isOwn() {
        return host.isEmpty() && !vhost.equals(COMMON);
    }

    private String subject() {
        return user(user) + " in " + vhost + " of " + work.namespace() + "/" + Ref.of(work.owner());
    }

    private String state() {
        return Digest.of(List.of(server.ref().toString(), server.address(work).orElse(""), vhost, user));
    }

    /** Whether both were found to be ours a short while ago. */
    boolean isFresh() {
        return work.port(Recently.class)
                .holds(subject(), state(), work.now(), LIFE)
                .isPresent();
    }

    /** Makes both ours, or says whose they are. */
    Optional<Outcome> lay(BrokerLogin admin) throws BrokerFailure {
        var broker = work.port(Broker.class);
        var strange = asGuest(admin);
        if (strange.isPresent()) {
            return strange;
        }
        var wanted = new ArrayList<Claim.Wanted<BrokerFailure>>();
        if (isOwn()) {
            wanted.add(new Claim.Wanted<>(theVhost(), () -> broker.hasVhost(admin, vhost)));
        }
        wanted.add(new Claim.Wanted<>(user(user), () -> broker.hasUser(admin, user)));
        var problem = claim(admin).lay(wanted);
        if (problem.isEmpty()) {
            work.port(Recently.class).checked(subject(), state(), work.now());
        }
        return problem;
    }

    /** A guest waits for its host, and goes nowhere else. */
    private Optional<Outcome> asGuest(BrokerLogin admin) throws BrokerFailure {
        if (host.isEmpty() || vhost.equals(COMMON)) {
            return Optional.empty();
        }
        var owner = work.port(Broker.class).records(admin).owner(theVhost());
        if (owner.isEmpty()) {
            return Optional.of(Outcome.waiting(
                            "WaitingForVhost",
                            "The virtual host " + vhost + " on " + server.ref() + " does not belong to " + host.get()
                                    + " yet.")
                    .retry(MessagingStep.RETRY));
        }
        return owner.filter(other -> !other.same(host.get()))
                .map(other -> Outcome.taken("The vhost " + vhost + " on " + server.ref(), other, work.self()));
    }

    /** Makes another user ours, or says whose it is. */
    Optional<Outcome> layUser(BrokerLogin admin, String other) throws BrokerFailure {
        return claim(admin)
                .lay(List.of(new Claim.Wanted<>(
                        user(other), () -> work.port(Broker.class).hasUser(admin, other))));
    }

    /** Deletes a user if it is ours. */
    void deleteUser(BrokerLogin admin, String other) throws BrokerFailure {
        var claim = claim(admin);
        if (claim.holds(user(other))) {
            work.port(Broker.class).deleteUser(admin, other);
            claim.release(user(other));
        }
    }

    /** Deletes what is ours, and says what that was. */
    Outcome drop(BrokerLogin admin) throws BrokerFailure {
        var broker = work.port(Broker.class);
        var claim = claim(admin);
        work.port(Recently.class).forget(subject());
        deleteUser(admin, user);
        if (!isOwn() || !claim.holds(theVhost())) {
            return Outcome.skipped("The virtual host " + vhost + " is not this resource's, and is left as it is.");
        }
        broker.deleteVhost(admin, vhost);
        claim.release(theVhost());
        return Outcome.skipped("Deleted the virtual host " + vhost + ".");
    }

    private Claim<BrokerFailure> claim(BrokerLogin admin) throws BrokerFailure {
        return new Claim<>(
                work, work.port(Broker.class).records(admin), server.ref().toString());
    }
}
