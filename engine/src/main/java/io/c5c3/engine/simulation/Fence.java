package io.c5c3.engine.simulation;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets a blueprint touch the kinds it has declared and no others. In a real cluster its watches and its role are made from that
 * declaration; a kind that it forgot would be missed only where it runs without the operator that happens to watch it.
 */
final class Fence implements Cluster {

    private final Cluster cluster;
    private final Set<String> read;
    private final Set<String> written;
    private final String who;

    Fence(Cluster cluster, Blueprint<?> blueprint) {
        this.cluster = cluster;
        this.who = blueprint.getClass().getSimpleName();
        this.written = names(blueprint.uses());
        this.read = new HashSet<>(written);
        read.addAll(names(blueprint.reads()));
        read.addAll(names(Set.of(blueprint.kind())));
    }

    private static Set<String> names(Set<? extends Class<? extends HasMetadata>> kinds) {
        return kinds.stream().map(HasMetadata::getKind).collect(Collectors.toSet());
    }

    private void reading(String kind) {
        if (!read.contains(kind)) {
            throw new AssertionError(who + " looks at a " + kind + ", which neither its uses() nor its reads() names");
        }
    }

    private void writing(String kind) {
        if (!written.contains(kind)) {
            throw new AssertionError(who + " writes a " + kind + ", which its uses() does not name");
        }
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        reading(HasMetadata.getKind(kind));
        return cluster.find(kind, namespace, name);
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        reading(HasMetadata.getKind(kind));
        return cluster.list(kind, namespace, labels);
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return cluster.serves(kind);
    }

    @Override
    public <T extends HasMetadata> T apply(T desired) {
        writing(desired.getKind());
        return cluster.apply(desired);
    }

    @Override
    public <T extends HasMetadata> T createOnce(T object) {
        writing(object.getKind());
        return cluster.createOnce(object);
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        writing(changed.getKind());
        return cluster.replace(changed);
    }

    @Override
    public void delete(Ref ref, boolean foreground) {
        writing(ref.kind());
        cluster.delete(ref, foreground);
    }

    @Override
    public void writeStatus(HasMetadata resource, Map<String, ?> status) {
        cluster.writeStatus(resource, status);
    }

    @Override
    public void record(HasMetadata about, boolean warning, String reason, String message) {
        cluster.record(about, warning, reason, message);
    }
}
