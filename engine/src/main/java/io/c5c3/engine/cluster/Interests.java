package io.c5c3.engine.cluster;

import io.c5c3.engine.Ref;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who looked at what. A look that asks for an object, also one that is not there yet, is told when that object changes; so nobody keeps a
 * list of what to watch for whom, and nothing is polled. What a look no longer asks for is forgotten when it ends.
 */
public final class Interests {

    /**
     * Something that was asked for.
     *
     * @param what the object; a name of "" stands for all objects of the kind in the namespace, without which for all there are
     * @param labels of all these, only the ones that carry them
     */
    private record Interest(Ref what, Map<String, String> labels) {}

    private final Map<Ref, Map<Ref, Set<Map<String, String>>>> watchers = new ConcurrentHashMap<>();
    private final Map<Ref, Set<Interest>> watched = new ConcurrentHashMap<>();

    /** One look of a resource, of which there is never more than one at a time. */
    public final class Look {
        private final Ref who;
        private final Set<Interest> asked = new HashSet<>();

        private Look(Ref who) {
            this.who = who;
        }

        /** Where the resource is that is looked at. */
        String namespace() {
            return who.namespace();
        }

        /** It asks for this object. From now on it is told, whatever the look comes to. */
        void at(Ref what) {
            add(new Interest(what, Map.of()));
        }

        /** It asks for all objects of the kind in the namespace that carry these labels. */
        void atAll(Ref like, Map<String, String> labels) {
            add(new Interest(all(like), Map.copyOf(labels)));
        }

        private void add(Interest interest) {
            if (asked.add(interest)) {
                Interests.this.add(who, interest);
            }
        }

        /** It has come to its end: what it did not ask for is of no interest any more. */
        public void end() {
            var stale = new HashSet<>(watched.getOrDefault(who, Set.of()));
            stale.removeAll(asked);
            stale.forEach(interest -> remove(who, interest));
        }
    }

    public Look begin(Ref who) {
        return new Look(who);
    }

    private void add(Ref who, Interest interest) {
        watched.computeIfAbsent(who, key -> ConcurrentHashMap.newKeySet()).add(interest);
        watchers.compute(interest.what(), (key, there) -> {
            var map = there == null ? new ConcurrentHashMap<Ref, Set<Map<String, String>>>() : there;
            map.computeIfAbsent(who, one -> ConcurrentHashMap.newKeySet()).add(interest.labels());
            return map;
        });
    }

    private void remove(Ref who, Interest interest) {
        watched.computeIfPresent(who, (key, set) -> set.remove(interest) && set.isEmpty() ? null : set);
        watchers.computeIfPresent(interest.what(), (key, map) -> {
            map.computeIfPresent(
                    who, (one, labels) -> labels.remove(interest.labels()) && labels.isEmpty() ? null : labels);
            return map.isEmpty() ? null : map;
        });
    }

    /**
     * The resources that asked for this object.
     *
     * @param labels that it carries now. Whoever saw it when it carried others asked for it by name, too.
     */
    public Set<Ref> in(Ref what, Map<String, String> labels) {
        var interested = new HashSet<>(watchers.getOrDefault(what, Map.of()).keySet());
        for (var all : new HashSet<>(List.of(all(what), everywhere(what)))) {
            watchers.getOrDefault(all, Map.of()).forEach((who, selectors) -> {
                if (selectors.stream().anyMatch(selector -> labels.entrySet().containsAll(selector.entrySet()))) {
                    interested.add(who);
                }
            });
        }
        return interested;
    }

    /** The resource is gone. */
    public void forget(Ref who) {
        new HashSet<>(watched.getOrDefault(who, Set.of())).forEach(interest -> remove(who, interest));
    }

    /** How many there are; for the test that none is left behind. */
    int size() {
        return watchers.values().stream().mapToInt(Map::size).sum();
    }

    private static Ref everywhere(Ref like) {
        return new Ref(like.apiVersion(), like.kind(), "", "");
    }

    private static Ref all(Ref like) {
        return new Ref(like.apiVersion(), like.kind(), like.namespace(), "");
    }
}
