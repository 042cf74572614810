package io.c5c3.api.catalogue;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a service stands on.
 *
 * @param roles of the user it logs in as; none if it does not log in
 * @param made the roles of users that it makes in a domain of its own; nothing if it makes no users
 * @param after the services that it is about, and so comes after, where the plane has them
 */
record Needs(Set<Need> things, Set<Role> roles, @Nullable Set<String> made, List<OpenStackService> after) {

    static Needs of(Need... things) {
        var all = EnumSet.noneOf(Need.class);
        all.addAll(List.of(things));
        return new Needs(Collections.unmodifiableSet(all), Set.of(), null, List.of());
    }

    static Needs nothingBut(Need thing) {
        return of(thing);
    }

    Needs as(Role... more) {
        return new Needs(things, Collections.unmodifiableSet(new TreeSet<>(List.of(more))), made, after);
    }

    /** Makes users in a domain of its own, who have one of these roles. */
    Needs making(String... usersOf) {
        return new Needs(things, roles, Set.of(usersOf), after);
    }

    Needs after(OpenStackService... first) {
        return new Needs(things, roles, made, List.of(first));
    }
}
