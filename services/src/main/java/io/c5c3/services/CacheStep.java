package io.c5c3.services;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.memcached.MemcachedBlueprint;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Secret with which the pods of one service use the cache: the servers' login, who signed their certificates, and the service's own key,
 * which is made once. Who deletes the Secret gets another key; what was in the cache is then found no more, and that is all.
 */
record CacheStep(TokenCache cache) implements Step {

    static final String KEY = "key";
    static final String USER = "username";
    static final String PASSWORD = "password";
    static final String AUTHORITY = "ca.crt";

    static String secretName(String service) {
        return service + "-cache";
    }

    @Override
    public Outcome run(Work work) {
        var name = cache.secret();
        if (name.isEmpty()) {
            return Outcome.skipped("There is no cache.");
        }
        var values = new TreeMap<String, String>();
        if (cache.logins().isPresent()) {
            var login = MemcachedBlueprint.login(work, cache.logins().get());
            if (login.isEmpty()) {
                return waiting(work, cache.logins().get(), "a login");
            }
            values.put(USER, login.get().username());
            values.put(PASSWORD, login.get().password());
        }
        if (cache.authority().isPresent()) {
            var authority = SecretText.value(work, cache.authority().get(), AUTHORITY);
            if (authority.isEmpty()) {
                return waiting(work, cache.authority().get(), "the key " + AUTHORITY);
            }
            values.put(AUTHORITY, authority.get());
        }
        write(work, name.get(), values);
        return Outcome.done("CacheUsable", "Secret/" + name.get() + " lets pods use the cache.");
    }

    private static Outcome waiting(Work work, String secret, String what) {
        return Outcome.waiting("WaitingForCache", "Secret/" + secret + " of the cache does not hold " + what + " yet.")
                .on(Ref.of(Secret.class, work.namespace(), secret));
    }

    private static void write(Work work, String name, Map<String, String> values) {
        var there = work.find(Secret.class, name).orElseGet(() -> work.createOwned(fresh(name, values)));
        var held = SecretText.decoded(there.getData());
        var wanted = new TreeMap<>(values);
        var key = held.getOrDefault(KEY, "");
        wanted.put(KEY, key.isBlank() ? SecretText.password() : key);
        if (!held.equals(wanted)) {
            work.replace(new SecretBuilder(there)
                    .withData(SecretText.encoded(wanted))
                    .build());
        }
    }

    private static Secret fresh(String name, Map<String, String> values) {
        var all = new TreeMap<>(values);
        all.put(KEY, SecretText.password());
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(all))
                .build();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return cache.secret().map(name -> Ref.of(Secret.class, namespace, name)).stream()
                .toList();
    }
}
