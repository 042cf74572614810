package io.c5c3.services;

import io.c5c3.api.common.Cache;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.render.Ini;
import io.c5c3.infrastructure.memcached.MemcachedBlueprint;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The servers that cache tokens: those the resource names, those of the Memcached it names, or those of the only one in the namespace.
 * None is fine; there is then no cache. Whoever they are, all that a service puts there is sealed with a key of its own, and nothing else
 * that it finds there is believed: see the client in the images.
 *
 * @param name of the service's resource, after which the Secret is named that its pods read
 * @param backend what the resource calls the kind of cache
 * @param encrypted whether the servers speak TLS
 * @param authority the Secret that tells who signed their certificates, unless everybody trusts those anyway
 * @param logins the Secret with the servers' logins, if they ask for one
 * @param problem why the servers cannot be told yet, if so
 */
public record TokenCache(
        String name,
        String backend,
        List<String> servers,
        boolean encrypted,
        Optional<String> authority,
        Optional<String> logins,
        Optional<Outcome> problem) {

    /** Where the tokens are remembered that a service was shown. */
    public static final String TOKENS = "keystone_authtoken";

    /** Where a service remembers what it looked up. */
    public static final String REGION = "cache";

    private static final String FOLDER = "/etc/c5c3/cache";

    /** The client in the images takes the place of all libraries for memcached, and is reached under this name. */
    private static final String SEALED = "oslo_cache.memcache_pool";

    private static final Set<String> LIBRARIES = Set.of(
            "dogpile.cache.bmemcached",
            "dogpile.cache.memcached",
            "dogpile.cache.pylibmc",
            "dogpile.cache.pymemcache",
            SEALED);

    public TokenCache {
        servers = List.copyOf(servers);
    }

    /** For a service that remembers nothing. */
    static TokenCache none(String name) {
        return new TokenCache(name, "", List.of(), false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static TokenCache of(Cache wish, String name, String namespace, Facts facts) {
        if (!wish.servers().isEmpty()) {
            return open(wish, name, wish.servers());
        }
        var reference = wish.clusterRef();
        if (reference == null) {
            var all = facts.neighbours(Memcached.class);
            return all.size() == 1 ? of(wish, name, all.getFirst(), facts) : open(wish, name, List.of());
        }
        var ref = Ref.of(Memcached.class, namespace, reference.name());
        return facts.neighbour(Memcached.class, reference.name())
                .map(named -> of(wish, name, named, facts))
                .orElseGet(() -> new TokenCache(
                        name,
                        wish.backend(),
                        List.of(),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Outcome.waiting(
                                        "WaitingForCache", ref + ", which cache.clusterRef names, does not exist.")
                                .on(ref))));
    }

    private static TokenCache of(Cache wish, String name, Memcached memcached, Facts facts) {
        var certificate = MemcachedBlueprint.certificate(memcached);
        return new TokenCache(
                name,
                wish.backend(),
                servers(memcached),
                certificate.secret().isPresent(),
                certificate.authority(facts),
                MemcachedBlueprint.logins(memcached),
                Optional.empty());
    }

    /** Servers of which nothing but their names is known. */
    private static TokenCache open(Cache wish, String name, List<String> servers) {
        return new TokenCache(
                name, wish.backend(), servers, false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** With the namespace, so that the names are among those in the servers' certificates. */
    private static List<String> servers(Memcached memcached) {
        var name = memcached.getMetadata().getName();
        var place = "." + name + "." + memcached.getMetadata().getNamespace() + ".svc:" + Memcached.PORT;
        return IntStream.range(0, memcached.getSpec().replicas())
                .mapToObj(number -> name + "-" + number + place)
                .toList();
    }

    /** The ports that have to be open to reach them. */
    public List<Integer> ports() {
        return servers.stream()
                .map(server -> server.substring(server.lastIndexOf(':') + 1))
                .map(port -> port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : Memcached.PORT)
                .toList();
    }

    /** The file that tells who signed the servers' certificates, unless everybody trusts those anyway. */
    public Optional<String> authorityFile() {
        return authority.map(secret -> FOLDER + "/" + CacheStep.AUTHORITY);
    }

    /** The Secret with the service's key, the login, and whom to trust; none without a cache. */
    public Optional<String> secret() {
        return servers.isEmpty() ? Optional.empty() : Optional.of(CacheStep.secretName(name));
    }

    public Step step() {
        return new CacheStep(this);
    }

    /** Lets a service remember the tokens it was shown. */
    public Ini tokens(Ini ini) {
        if (servers.isEmpty()) {
            return ini;
        }
        var result = login(ini.set(TOKENS, "memcached_servers", String.join(",", servers)), TOKENS)
                .set(TOKENS, "memcache_security_strategy", "ENCRYPT");
        return encrypted ? trusting(result.set(TOKENS, "memcache_tls_enabled", true), "memcache_", TOKENS) : result;
    }

    /** Lets a service remember what it looked up. */
    public Ini region(Ini ini) {
        if (servers.isEmpty()) {
            return ini;
        }
        var result = ini.set(REGION, "enabled", true).set(REGION, "memcache_servers", String.join(",", servers));
        if (!LIBRARIES.contains(backend)) {
            return result.set(REGION, "backend", backend);
        }
        var sealed = login(result.set(REGION, "backend", SEALED), REGION);
        return encrypted ? trusting(sealed.set(REGION, "tls_enabled", true), "", REGION) : sealed;
    }

    /** The client is only taken when a login is asked for; without a user it does not log in. */
    private Ini login(Ini ini, String section) {
        var result = ini.set(section, "memcache_sasl_enabled", true);
        return logins.isPresent()
                ? result
                : result.set(section, "memcache_username", "").set(section, "memcache_password", "");
    }

    private Ini trusting(Ini ini, String prefix, String section) {
        return authority.isPresent()
                ? ini.set(section, prefix + "tls_cafile", FOLDER + "/" + CacheStep.AUTHORITY)
                : ini;
    }

    /** What pods read that use the cache by these sections of their options. */
    public Reads in(Reads reads, String... sections) {
        return secret().map(secret -> {
                    var with = reads.with(env(secret, sections));
                    return authority.isPresent()
                            ? with.with(new SecretFiles("cache", secret, FOLDER, List.of(CacheStep.AUTHORITY)))
                            : with;
                })
                .orElse(reads);
    }

    private List<EnvVar> env(String secret, String... sections) {
        var env = new ArrayList<>(List.of(Variable.secret("C5C3_CACHE_KEY", secret, CacheStep.KEY)));
        for (var section : sections) {
            if (TOKENS.equals(section)) {
                env.add(Reads.fromSecret(section, "memcache_secret_key", secret, CacheStep.KEY));
            }
            if (logins.isPresent()) {
                env.add(Reads.fromSecret(section, "memcache_username", secret, CacheStep.USER));
                env.add(Reads.fromSecret(section, "memcache_password", secret, CacheStep.PASSWORD));
            }
        }
        return env;
    }
}
