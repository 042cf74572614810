package io.c5c3.engine.cluster;

import io.c5c3.engine.Ref;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who looked at what. A look that asks for an object, also one that is not there yet, is told when that object changes; so nobody keeps a
 * list of what to watch for whom, and nothing is polled.
 */
public final class Interests {

    private final Map<Ref, Set<Ref>> watchers = new ConcurrentHashMap<>();
    private final Map<Ref, Set<Ref>> watched = new ConcurrentHashMap<>();

    /** The resource {@code who} asked for this object. A name of "" stands for all objects of the kind in the namespace. */
    void add(Ref who, Ref what) {
        watchers.computeIfAbsent(what, key -> ConcurrentHashMap.newKeySet()).add(who);
        watched.computeIfAbsent(who, key -> ConcurrentHashMap.newKeySet()).add(what);
    }

    /** The resources that asked for this object. */
    public Set<Ref> in(Ref what) {
        return Stream.of(what, all(what))
                .flatMap(key -> watchers.getOrDefault(key, Set.of()).stream())
                .collect(Collectors.toSet());
    }

    /** The resource is gone. */
    public void forget(Ref who) {
        var refs = watched.remove(who);
        if (refs != null) {
            new HashSet<>(refs)
                    .forEach(
                            what -> watchers.getOrDefault(what, new HashSet<>()).remove(who));
        }
    }

    static Ref all(Ref like) {
        return new Ref(like.apiVersion(), like.kind(), like.namespace(), "");
    }
}
