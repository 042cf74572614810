package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;

/** The identity of an object: enough to find it, name it in a sentence and compare it with another. */
public record Ref(String apiVersion, String kind, String namespace, String name) implements Comparable<Ref> {

    private static final Comparator<Ref> ORDER = Comparator.comparing(Ref::kind)
            .thenComparing(Ref::namespace)
            .thenComparing(Ref::name)
            .thenComparing(Ref::apiVersion);

    public static Ref of(HasMetadata object) {
        var namespace = object.getMetadata().getNamespace();
        return new Ref(
                object.getApiVersion(),
                object.getKind(),
                namespace == null ? "" : namespace,
                object.getMetadata().getName());
    }

    public static Ref of(Class<? extends HasMetadata> kind, String namespace, String name) {
        return new Ref(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind), namespace, name);
    }

    /** The API group; empty for Kubernetes' first kinds. */
    public String group() {
        var slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    @Override
    public int compareTo(Ref other) {
        return ORDER.compare(this, other);
    }

    /** As people write it on a command line: Keystone/keystone. */
    @Override
    public String toString() {
        return kind + "/" + name;
    }
}
