package io.c5c3.controlplane.catalogue;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The project of the services, and who has which role in it.
 *
 * @param project its id; empty if it is not there
 */
record Members(String project, List<Grant> grants) {

    static final String PROJECT = "service";

    static Members read(IdentitySession administrator) throws IdentityFailure {
        var there = administrator.project(PROJECT);
        return there.isEmpty()
                ? new Members("", List.of())
                : new Members(there.get().id(), administrator.grants(there.get().id()));
    }

    /** As above, in a project that is made and let in again if need be. */
    static Members ensure(IdentitySession administrator) throws IdentityFailure {
        var there = administrator.project(PROJECT);
        if (there.isEmpty()) {
            return new Members(administrator.createProject(PROJECT, "The users of the services"), List.of());
        }
        if (!there.get().enabled()) {
            administrator.enableProject(there.get().id());
        }
        return new Members(there.get().id(), administrator.grants(there.get().id()));
    }

    List<Grant> of(String user) {
        return grants.stream().filter(grant -> grant.userName().equals(user)).toList();
    }

    /** The names of a user's roles. */
    Set<String> roles(String user) {
        return of(user).stream().map(Grant::roleName).collect(Collectors.toUnmodifiableSet());
    }

    /** The ids of all users but those of the given names, by name: ids are random, and what is done must not depend on that. */
    List<String> others(Set<String> names) {
        return grants.stream()
                .filter(grant -> !names.contains(grant.userName()))
                .sorted(Comparator.comparing(Grant::userName))
                .map(Grant::user)
                .distinct()
                .toList();
    }
}
