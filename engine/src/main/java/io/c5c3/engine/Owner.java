package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who made a thing: written on every object in Kubernetes and beside every thing outside of it (a database, a vhost, a pool). The first
 * who claims a thing owns it; nobody else changes or deletes it.
 *
 * @param uid of the resource that wrote this; one that was deleted and made again under its name is its own heir, so it does not decide
 */
public record Owner(String group, String kind, String namespace, String name, String uid) {

    /** On every object that an operator made: {@link #text()} of whom it was made for. */
    public static final String RECORD = "c5c3.io/owned-by";

    /**
     * A person writes this on an object to hand it over: Kind/name of the resource that shall own it, Kind/namespace/name if that is in
     * another namespace. Where two groups have a kind of that name, Kind.group tells them apart.
     */
    public static final String ADOPTION = "c5c3.io/adopt-by";

    private static final int PARTS = 5;

    /** Who owns what all resources of a namespace share, and none of them alone. */
    public static Owner namespace(String name) {
        return new Owner("", "Namespace", "", name, "");
    }

    /** Who is written on the object, if anybody is. */
    public static Optional<Owner> on(HasMetadata object) {
        return note(object, RECORD).flatMap(Owner::parse);
    }

    private static Optional<String> note(HasMetadata object, String name) {
        var annotations = object.getMetadata().getAnnotations();
        return Optional.ofNullable(annotations == null ? null : annotations.get(name));
    }

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

    /** The same without a UID, for where it can never be written anew. */
    Owner lasting() {
        return new Owner(group, kind, namespace, name, "");
    }

    /** Whether both are the same resource, or one the heir of the other. */
    public boolean same(Owner other) {
        return group.equals(other.group)
                && kind.equals(other.kind)
                && namespace.equals(other.namespace)
                && name.equals(other.name);
    }

    /** Whether the object was made for this resource, or a person has handed it over. */
    public boolean owns(HasMetadata object) {
        var recorded = on(object);
        if (recorded.filter(this::same).isPresent()) {
            return true;
        }
        var heir = note(object, ADOPTION).map(String::strip);
        var where = object.getMetadata().getNamespace();
        // An annotation that names both, as that of two groups with one kind may, leaves it with whom it is.
        return heir.filter(text -> isNamed(text, where)).isPresent()
                && recorded.filter(owner -> owner.isNamed(heir.orElseThrow(), where))
                        .isEmpty();
    }

    private boolean isNamed(String text, @Nullable String from) {
        var near = namespace.equals(from) && (text.equals(kind + "/" + name) || text.equals(fullKind() + "/" + name));
        var far = "/" + namespace + "/" + name;
        return near || text.equals(kind + far) || text.equals(fullKind() + far);
    }

    private String fullKind() {
        return kind + "." + group;
    }

    /** What a person writes into {@link #ADOPTION} of an object in this namespace to hand it over. */
    String asHeirFrom(@Nullable String from) {
        return namespace.isEmpty() || namespace.equals(from) ? kind + "/" + name : kind + "/" + namespace + "/" + name;
    }

    /** The same for one of its own kind and another group, who would take it for itself. */
    String toldTo(Owner other) {
        return kind.equals(other.kind) && !group.equals(other.group)
                ? new Owner(group, fullKind(), namespace, name, uid).toString()
                : toString();
    }

    /** For people: Keystone/keystone in the namespace openstack. */
    @Override
    public String toString() {
        return kind + "/" + name + (namespace.isEmpty() ? "" : " in the namespace " + namespace);
    }
}
