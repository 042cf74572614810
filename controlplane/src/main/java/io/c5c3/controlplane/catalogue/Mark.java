package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.IdentitySession;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a plane knows in Keystone what is its own. Only what carries the mark is ever changed or removed; a service of the wanted type and
 * name is the one thing that is taken over, and then carries it too.
 *
 * @param plane as namespace/name
 */
record Mark(String plane) {

    private static final String PLANE = IdentitySession.MARK + "plane";
    private static final String USER = IdentitySession.MARK + "user";

    static Mark of(Work work) {
        return new Mark(work.namespace() + "/" + work.owner().getMetadata().getName());
    }

    Map<String, String> marks() {
        return Map.of(PLANE, plane);
    }

    /** A service also remembers its user: once it is no longer wanted, nothing else does. */
    Map<String, String> marks(String user) {
        return Map.of(PLANE, plane, USER, user);
    }

    boolean isOn(Map<String, String> marks) {
        return plane.equals(marks.get(PLANE));
    }

    /** Of all marks, those that are ours to compare. */
    static Map<String, String> known(Map<String, String> marks) {
        var known = new TreeMap<>(marks);
        known.keySet().retainAll(Set.of(PLANE, USER));
        return known;
    }

    static String user(Map<String, String> marks) {
        return marks.getOrDefault(USER, "");
    }

    /** What a person writes to hand a user over to the plane. */
    String property() {
        return PLANE + "=" + plane;
    }

    /** On application credentials, which have no room for marks. */
    String description() {
        return "Made by c5c3 for the plane " + plane;
    }
}
