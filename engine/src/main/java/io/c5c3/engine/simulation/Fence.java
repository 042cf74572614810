package io.c5c3.engine.simulation;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.cluster.Cluster;
import io.c5c3.engine.cluster.Sight;
import io.c5c3.engine.cluster.Standing;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets a blueprint touch the kinds it has declared and no others, and shows it what its watches would. In a real cluster its watches and its role are made from that
 * declaration; a kind that it forgot would be missed only where it runs without the operator that happens to watch it.
 */
final class Fence implements Cluster {

    private final Cluster cluster;
    private final Set<Class<? extends HasMetadata>> read;
    private final Set<Class<? extends HasMetadata>> written;
    private final String who;

    Fence(Cluster cluster, Blueprint<?> blueprint) {
        this.cluster = cluster;
        this.who = blueprint.getClass().getSimpleName();
        this.written = blueprint.uses();
        this.read = new HashSet<>(written);
        read.addAll(blueprint.reads());
        read.add(blueprint.kind());
    }

    private static String name(Class<? extends HasMetadata> kind) {
        var group = HasMetadata.getGroup(kind);
        return HasMetadata.getKind(kind) + (group.isEmpty() ? "" : "." + group);
    }

    private void reading(Class<? extends HasMetadata> kind) {
        if (!read.contains(kind)) {
            throw new AssertionError(
                    who + " looks at a " + name(kind) + ", which neither its uses() nor its reads() names");
        }
    }

    private void writing(HasMetadata object) {
        if (!written.contains(object.getClass())) {
            throw new AssertionError(who + " writes a " + name(object.getClass()) + ", which its uses() does not name");
        }
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        reading(kind);
        return cluster.find(kind, namespace, name).filter(Sight::shows);
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        reading(kind);
        return cluster.list(kind, namespace, labels).stream()
                .filter(Sight::shows)
                .toList();
    }

    @Override
    public <T extends HasMetadata> List<T> listUnwatched(Class<T> kind, String namespace, Map<String, String> labels) {
        return list(kind, namespace, labels);
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return cluster.serves(kind);
    }

    @Override
    public Standing standing(String namespace) {
        return cluster.standing(namespace);
    }

    @Override
    public <T extends HasMetadata> T apply(T desired) {
        writing(desired);
        return cluster.apply(desired);
    }

    @Override
    public <T extends HasMetadata> T createOnce(T object) {
        writing(object);
        return cluster.createOnce(object);
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        writing(changed);
        return cluster.replace(changed);
    }

    @Override
    public void delete(HasMetadata seen, boolean foreground) {
        writing(seen);
        cluster.delete(seen, foreground);
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
