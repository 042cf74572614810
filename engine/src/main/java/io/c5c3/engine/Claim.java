package io.c5c3.engine;

import java.util.List;
import java.util.Optional;

/**
 * The right to change things outside of Kubernetes. The first who claims a thing owns it, and its record is written before the thing is
 * made: after a crash in between, whoever finds the one without the other knows whose it was to be. What is there without a record is
 * somebody else's.
 *
 * @param server for people, such as MariaDB/mariadb
 */
public record Claim<F extends Exception>(Work work, Records<F> records, String server) {

    /** Whether a thing is there. */
    public interface Presence<F extends Exception> {
        boolean test() throws F;
    }

    /** A thing, and how to find out whether it is there. */
    public record Wanted<F extends Exception>(Thing thing, Presence<F> there) {}

    /** Makes all of them ours if they may be; if one may not, says why, and then nothing was written. */
    public Optional<Outcome> lay(List<Wanted<F>> wanted) throws F {
        for (var one : wanted) {
            var problem = obstacle(one);
            if (problem.isPresent()) {
                return problem;
            }
        }
        for (var one : wanted) {
            var problem = taken(one.thing());
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<Outcome> obstacle(Wanted<F> wanted) throws F {
        var owner = records.owner(wanted.thing());
        return obstacle(
                work,
                wanted.thing(),
                server,
                owner,
                owner.isPresent() || wanted.there().test());
    }

    /** Why a thing may not become the resource's, if it may not; also for systems that keep the owner on the thing itself. */
    public static Optional<Outcome> obstacle(
            Work work, Thing thing, String server, Optional<Owner> owner, boolean there) {
        var adoption = Adoption.of(work.owner());
        if (owner.isEmpty()) {
            return there && !adoption.ofNobody(thing) ? Optional.of(nobodys(work, thing, server)) : Optional.empty();
        }
        return owner.filter(other -> !other.same(work.self()) && !adoption.from(other, work.namespace(), thing))
                .map(other -> Outcome.taken(words(thing, server), other, work.self()));
    }

    private Optional<Outcome> taken(Thing thing) throws F {
        var owner = records.owner(thing);
        if (owner.filter(work.self()::same).isPresent()) {
            return Optional.empty();
        }
        if (owner.filter(other -> Adoption.of(work.owner()).from(other, work.namespace(), thing))
                .isPresent()) {
            records.strike(thing);
        }
        records.record(thing, work.self());
        return confirmed(thing);
    }

    /** Of two who come at once, the record has one. */
    private Optional<Outcome> confirmed(Thing thing) throws F {
        var now = records.owner(thing);
        if (now.isEmpty()) {
            return Optional.of(Outcome.failed(
                    "RecordNotKept", server + " does not keep the record of who made " + thing + ": look at its log."));
        }
        return now.filter(owner -> !owner.same(work.self()))
                .map(owner -> Outcome.taken(words(thing, server), owner, work.self()));
    }

    /** Whether the thing is ours to take away. */
    public boolean holds(Thing thing) throws F {
        return records.owner(thing).filter(work.self()::same).isPresent();
    }

    /** The thing is gone. */
    public void release(Thing thing) throws F {
        records.strike(thing);
    }

    private static Outcome nobodys(Work work, Thing thing, String server) {
        return Outcome.mistake(
                "NameTaken",
                words(thing, server)
                        + " is there and was not made by any operator, and is left alone: choose another name, or"
                        + " hand it over with kubectl annotate " + Ref.of(work.owner()) + " " + Adoption.ANNOTATION
                        + "='" + thing + "'.");
    }

    private static String words(Thing thing, String server) {
        return thing.words() + " on " + server;
    }
}
