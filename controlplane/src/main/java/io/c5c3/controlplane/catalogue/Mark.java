package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Claim;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Thing;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.IdentitySession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a plane knows in Keystone what is its own. Only what carries the mark is ever changed or removed. It comes with the thing itself, in
 * one request: there is no moment at which the one is there without the other.
 */
record Mark(Work work) {

    private static final String OWNER = IdentitySession.MARK + "owner";
    private static final String USER = IdentitySession.MARK + "user";
    private static final String MADE_FOR = "Made by c5c3 for ";
    private static final String AND_ITS = " and its ";

    static Mark of(Work work) {
        return new Mark(work);
    }

    Map<String, String> marks() {
        return Map.of(OWNER, work.self().text());
    }

    /** A service also remembers its user, who has its name: once it is no longer wanted, nothing else does. */
    Map<String, String> marks(String user) {
        return Map.of(OWNER, work.self().text(), USER, user);
    }

    boolean isOn(Map<String, String> marks) {
        return owner(marks).filter(work.self()::same).isPresent();
    }

    private static Optional<Owner> owner(Map<String, String> marks) {
        return Owner.parse(marks.getOrDefault(OWNER, ""));
    }

    /** Of all marks, those that are ours to compare. */
    static Map<String, String> known(Map<String, String> marks) {
        var known = new TreeMap<>(marks);
        known.keySet().retainAll(Set.of(OWNER, USER));
        return known;
    }

    static String user(Map<String, String> marks) {
        return marks.getOrDefault(USER, "");
    }

    /** Why a user who is there is not the plane's, if so it is. */
    Optional<Outcome> obstacleToUser(String name, Map<String, String> marks) {
        return obstacle(new Thing("keystone-user", name), marks);
    }

    /** The same for a service, and for what hangs on it. */
    Optional<Outcome> obstacleToService(String name, Map<String, String> marks) {
        return obstacle(new Thing("keystone-service", name), marks);
    }

    /** The same for a domain. */
    Optional<Outcome> obstacleToDomain(String name, String description) {
        return obstacle(new Thing("keystone-domain", name), in(description));
    }

    private Optional<Outcome> obstacle(Thing thing, Map<String, String> marks) {
        return Claim.obstacle(work, thing, "Keystone/" + Door.KEYSTONE, owner(marks), true);
    }

    /** On application credentials, which have no room for marks. */
    String description() {
        return MADE_FOR + work.self().text();
    }

    /** On domains, which have none either, and remember their user as services do. */
    String description(String user) {
        return description() + AND_ITS + user;
    }

    boolean isIn(String description) {
        return isOn(in(description));
    }

    /** The marks that a description stands for. */
    static Map<String, String> in(String description) {
        if (!description.startsWith(MADE_FOR)) {
            return Map.of();
        }
        var words = description.substring(MADE_FOR.length()).split(AND_ITS, 2);
        return words.length == 1 ? Map.of(OWNER, words[0]) : Map.of(OWNER, words[0], USER, words[1]);
    }
}
