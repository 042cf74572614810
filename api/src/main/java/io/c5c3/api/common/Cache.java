package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where tokens are cached: servers by name, or a Memcached of the same namespace.
 *
 * @param backend the driver of dogpile.cache that the service uses
 * @param servers host:port of each memcached server
 * @param clusterRef a Memcached of this namespace; the default is the only one there is
 */
@ValidationRule(
        value = "!(has(self.servers) && self.servers.size() > 0 && has(self.clusterRef))",
        message = "write either cache.servers or cache.clusterRef, not both")
public record Cache(
        @Default("dogpile.cache.pymemcache") String backend,
        List<String> servers,
        @Nullable NameRef clusterRef) {

    @SuppressWarnings("NullAway")
    public static final Cache UNSET = new Cache(null, null, null);

    public Cache {
        backend = backend == null ? "dogpile.cache.pymemcache" : backend;
        servers = servers == null ? List.of() : servers;
    }
}
