package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * Who made a thing: written on every object in Kubernetes and beside every thing outside of it (a database, a vhost, a pool). The first
 * who claims a thing owns it; nobody else changes or deletes it.
 *
 * @param uid of the resource that wrote this; one that was deleted and made again under its name is its own heir, so it does not decide
 */
public record Owner(String group, String kind, String namespace, String name, String uid) {

    private static final int PARTS = 5;

    public static Owner of(HasMetadata resource) {
        var metadata = resource.getMetadata();
        return new Owner(
                HasMetadata.getGroup(resource.getClass()),
                resource.getKind(),
                metadata.getNamespace() == null ? "" : metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid() == null ? "" : metadata.getUid());
    }

    /** As {@link #text()} wrote it; empty for anything else. */
    public static Optional<Owner> parse(String text) {
        var parts = text.split("/", -1);
        return parts.length == PARTS && !parts[1].isEmpty() && !parts[3].isEmpty()
                ? Optional.of(new Owner(parts[0], parts[1], parts[2], parts[3], parts[4]))
                : Optional.empty();
    }

    /** For machines: group/kind/namespace/name/uid. None of the parts may hold a slash. */
    public String text() {
        return String.join("/", group, kind, namespace, name, uid);
    }

    /** Whether both are the same resource, or one the heir of the other. */
    public boolean same(Owner other) {
        return group.equals(other.group)
                && kind.equals(other.kind)
                && namespace.equals(other.namespace)
                && name.equals(other.name);
    }

    /** For people: Keystone/keystone in the namespace openstack. */
    @Override
    public String toString() {
        return kind + "/" + name + (namespace.isEmpty() ? "" : " in the namespace " + namespace);
    }
}
