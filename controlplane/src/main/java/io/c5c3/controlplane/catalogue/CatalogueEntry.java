package io.c5c3.controlplane.catalogue;

import io.c5c3.api.catalogue.Role;
import io.c5c3.api.catalogue.UserDomain;
import io.c5c3.engine.rotation.Turns;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A service as Keystone is told of it.
 *
 * @param name for people, such as nova
 * @param type for programs, such as compute; empty for one that logs in and that nobody looks for, which is not listed
 * @param internalUrl where other services find it
 * @param publicUrl where users find it
 * @param user who the service logs in as; empty for a further API of a service, which has the login of that
 * @param roles of that user in the project of the services, and of its application credential
 * @param secret where the service finds its login
 * @param domain in which it makes users by itself, if it does
 */
public record CatalogueEntry(
        String name,
        String type,
        String description,
        String internalUrl,
        String publicUrl,
        String user,
        Set<String> roles,
        String secret,
        @Nullable UserDomain domain) {

    /** Application credentials by which the service logs in, one in the place of another. */
    Turns turns() {
        return new Turns(secret, secret);
    }

    public CatalogueEntry {
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
    }

    /** A service whose user and Secret have the usual names. */
    public static CatalogueEntry of(
            String name, String type, String description, String internalUrl, String publicUrl, Set<Role> roles) {
        return new CatalogueEntry(
                name,
                type,
                description,
                internalUrl,
                publicUrl,
                name,
                roles.stream().map(Role::name).collect(Collectors.toSet()),
                secretOf(name),
                null);
    }

    /** The same with a domain of its own. */
    public CatalogueEntry with(@Nullable UserDomain own) {
        return new CatalogueEntry(name, type, description, internalUrl, publicUrl, user, roles, secret, own);
    }

    /** A further API of a service that has an entry already: found by programs, and logged in as nobody. */
    public static CatalogueEntry further(
            String name, String type, String description, String internalUrl, String publicUrl) {
        return new CatalogueEntry(name, type, description, internalUrl, publicUrl, "", Set.of(), "", null);
    }

    /** Somebody who works for the plane and serves nobody: a user with a login, and no entry that programs could find. */
    public static CatalogueEntry account(String name, Set<Role> roles) {
        return of(name, "", "", "", "", roles);
    }

    /** Whether there is a Secret with a login of its own. */
    public boolean logsIn() {
        return !user.isEmpty();
    }

    boolean listed() {
        return !type.isEmpty();
    }

    /** The conventional name of the Secret with a service's login. */
    public static String secretOf(String service) {
        return service + "-keystone-credentials";
    }
}
