package io.c5c3.api.catalogue;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A domain of Keystone in which a service makes users and projects by itself, so that it needs no power over those of others.
 *
 * @param administrator a user of the domain who rules it, and nothing else
 * @param roles what the service gives to those users, by name; nobody else has to know them
 */
public record UserDomain(String name, String administrator, Set<String> roles) {

    public UserDomain {
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
    }
}
