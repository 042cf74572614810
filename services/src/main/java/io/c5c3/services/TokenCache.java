package io.c5c3.services;

import io.c5c3.api.common.Cache;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The servers that cache tokens: those the resource names, those of the Memcached it names, or those of the only one in the namespace.
 * None is fine; there is then no cache.
 */
public record TokenCache(List<String> servers, Optional<Outcome> problem) {

    public static TokenCache of(Cache wish, String namespace, Facts facts) {
        if (!wish.servers().isEmpty()) {
            return of(wish.servers());
        }
        var reference = wish.clusterRef();
        if (reference == null) {
            var all = facts.all(Memcached.class);
            return all.size() == 1 && open(all.getFirst()) ? of(servers(all.getFirst())) : of(List.of());
        }
        var ref = Ref.of(Memcached.class, namespace, reference.name());
        var named = facts.find(Memcached.class, reference.name());
        if (named.isEmpty()) {
            return unusable(Outcome.waiting("WaitingForCache", ref + ", which cache.clusterRef names, does not exist.")
                    .on(ref));
        }
        return open(named.get())
                ? of(servers(named.get()))
                : unusable(
                        Outcome.mistake(
                                "CacheNotUsable",
                                ref
                                        + " asks for TLS or logins, which the cache of a service is not set up for: use another one."));
    }

    /** The ports that have to be open to reach them. */
    public List<Integer> ports() {
        return servers.stream()
                .map(server -> server.substring(server.lastIndexOf(':') + 1))
                .map(port -> port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : Memcached.PORT)
                .toList();
    }

    private static TokenCache of(List<String> servers) {
        return new TokenCache(List.copyOf(servers), Optional.empty());
    }

    private static TokenCache unusable(Outcome why) {
        return new TokenCache(List.of(), Optional.of(why));
    }

    private static boolean open(Memcached memcached) {
        var security = memcached.getSpec().security();
        return !security.tls().enabled() && !security.sasl().enabled();
    }

    private static List<String> servers(Memcached memcached) {
        var name = memcached.getMetadata().getName();
        return IntStream.range(0, memcached.getSpec().replicas())
                .mapToObj(number -> name + "-" + number + "." + name + ":" + Memcached.PORT)
                .toList();
    }
}
