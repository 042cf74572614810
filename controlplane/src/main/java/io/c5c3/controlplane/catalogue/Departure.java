package io.c5c3.controlplane.catalogue;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Takes out of Keystone what the plane made and no longer has.
 *
 * @param deletes whether that goes, too, which services made there for users
 */
record Departure(
        IdentitySession administrator,
        Mark mark,
        Registry registry,
        Members members,
        Domains domains,
        boolean deletes) {

    /**
     * A domain that is kept keeps its service's user as well: with a user go the trusts by which it acts for others.
     *
     * @param users who are still wanted
     */
    void removeAllBut(Set<String> users) throws IdentityFailure {
        if (deletes) {
            remove(users);
            domains.remove();
        } else {
            var staying = new HashSet<>(users);
            staying.addAll(domains.keepers());
            remove(staying);
        }
    }

    /** @param staying the users that are not to be removed */
    private void remove(Set<String> staying) throws IdentityFailure {
        // The user before the service, which alone remembers it.
        for (var service : registry.unwanted()) {
            var user = Mark.user(service.marks());
            if (!user.isEmpty() && !staying.contains(user)) {
                removeIfOurs(administrator.user(user));
            }
            administrator.deleteService(service.id());
        }
        for (var endpoint : registry.unwantedEndpoints()) {
            administrator.deleteEndpoint(endpoint.id());
        }
        // Somebody may have deleted the service; its user is still in the project.
        for (var id : members.others(staying)) {
            removeIfOurs(administrator.userById(id));
        }
    }

    private void removeIfOurs(Optional<User> user) throws IdentityFailure {
        if (user.isPresent() && mark.isOn(user.get().marks())) {
            administrator.deleteUser(user.get().id());
        }
    }
}
