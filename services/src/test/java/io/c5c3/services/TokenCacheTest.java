package io.c5c3.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Cache;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How services use a cache that asks for a login and speaks TLS, and what they need for it. */
class TokenCacheTest {

    private static final String SERVERS = "memcached-0.memcached.openstack.svc:11211";

    private final Settable clock = new Settable(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);

    @Test
    void aCacheThatAsksForALoginAndSpeaksTlsIsUsed() {
        guarded();
        var text = cache().tokens(Ini.empty()).render();
        assertThat(text)
                .contains("memcached_servers = " + SERVERS)
                .contains("memcache_security_strategy = ENCRYPT")
                .contains("memcache_sasl_enabled = true")
                .contains("memcache_tls_enabled = true")
                .contains("memcache_tls_cafile = /etc/c5c3/cache/ca.crt")
                .doesNotContain("memcache_username", "memcache_password", "memcache_secret_key");
        assertThat(cache().region(Ini.empty()).render())
                .contains("backend = oslo_cache.memcache_pool")
                .contains("memcache_sasl_enabled = true")
                .contains("tls_enabled = true")
                .contains("tls_cafile = /etc/c5c3/cache/ca.crt")
                .doesNotContain("memcache_username", "memcache_password");
    }

    @Test
    void passwordsComeFromTheSecretOfTheService() {
        guarded();
        var reads = cache().in(
                        Reads.of(new ConfigFiles("nova-config", Map.of(), new TreeMap<>()), "/etc/nova"),
                        TokenCache.TOKENS,
                        TokenCache.REGION);
        assertThat(reads.env())
                .allSatisfy(variable -> assertThat(
                                variable.getValueFrom().getSecretKeyRef().getName())
                        .isEqualTo("nova-cache"));
        assertThat(reads.env())
                .extracting(EnvVar::getName)
                .containsExactlyInAnyOrder(
                        "C5C3_CACHE_KEY",
                        "OS_KEYSTONE_AUTHTOKEN__MEMCACHE_SECRET_KEY",
                        "OS_KEYSTONE_AUTHTOKEN__MEMCACHE_USERNAME",
                        "OS_KEYSTONE_AUTHTOKEN__MEMCACHE_PASSWORD",
                        "OS_CACHE__MEMCACHE_USERNAME",
                        "OS_CACHE__MEMCACHE_PASSWORD");
        // Nothing but whom to trust lies about as a file.
        assertThat(reads.secrets())
                .singleElement()
                .satisfies(files -> assertThat(files.keys()).containsExactly("ca.crt"));
    }

    @Test
    void theSecretHoldsTheLoginWhomToTrustAndAKeyThatIsMadeOnce() {
        guarded();
        assertThat(run().succeeded()).isTrue();
        var first = values();
        assertThat(first)
                .containsEntry("username", "memcached")
                .containsEntry("password", "secret")
                .containsEntry("ca.crt", "authority")
                .hasEntrySatisfying("key", key -> assertThat(key).hasSizeGreaterThan(40));
        var writes = cluster.writes().size();
        run();
        assertThat(cluster.writes()).hasSize(writes);
        put("memcached-auth", Map.of("username", "memcached", "password", "other"));
        run();
        var changed = new TreeMap<>(first);
        changed.put("password", "other");
        assertThat(values()).isEqualTo(changed);
    }

    @Test
    void eachServiceHasAKeyOfItsOwn() {
        guarded();
        run();
        var nova = values().get("key");
        cluster.take(Ref.of(Secret.class, "openstack", "nova-cache"));
        run();
        assertThat(values().get("key")).isNotEqualTo(nova);
    }

    @Test
    void aLoginOfAPersonIsTheFirstOfThePasswordFile() {
        cluster.put(memcached("{sasl: {enabled: true, credentialsSecretRef: {name: mine}}}"));
        put("mine", Map.of("password-file", "me:a:b\nyou:c\n"));
        assertThat(run().succeeded()).isTrue();
        assertThat(values()).containsEntry("username", "me").containsEntry("password", "a:b");
        assertThat(values()).doesNotContainKey("ca.crt");
    }

    @Test
    void whatIsNotThereYetIsWaitedFor() {
        cluster.put(memcached("{tls: {enabled: true}, sasl: {enabled: true}}"));
        assertThat(run().reason()).isEqualTo("WaitingForCache");
        put("memcached-auth", Map.of("username", "memcached", "password", "secret"));
        assertThat(run().message()).contains("memcached-tls");
        assertThat(cluster.find(Secret.class, "openstack", "nova-cache")).isEmpty();
    }

    @Test
    void whatIsPutIntoAnOpenCacheIsSealedAllTheSame() {
        cluster.put(memcached("{}"));
        assertThat(run().succeeded()).isTrue();
        assertThat(values()).containsOnlyKeys("key");
        assertThat(cache().tokens(Ini.empty()).render())
                .contains("memcache_security_strategy = ENCRYPT")
                .contains("memcache_sasl_enabled = true")
                .contains("memcache_username =")
                .doesNotContain("tls");
    }

    @Test
    void withoutACacheThereIsNoSecret() {
        var outcome = run();
        assertThat(outcome).isInstanceOf(Outcome.Skipped.class);
        assertThat(cluster.writes()).isEmpty();
    }

    private void guarded() {
        cluster.put(memcached("{tls: {enabled: true}, sasl: {enabled: true}}"));
        put("memcached-auth", Map.of("username", "memcached", "password", "secret"));
        put("memcached-tls", Map.of("ca.crt", "authority", "tls.key", "private"));
    }

    private Outcome run() {
        return new CacheStep("CacheReady", cache()).run(work());
    }

    private Map<String, String> values() {
        return SecretText.of(work(), "nova-cache");
    }

    private TokenCache cache() {
        var wish = cluster.list(Memcached.class, "openstack", Map.of()).isEmpty()
                ? Defaults.of(Cache.class)
                : new Cache("dogpile.cache.pymemcache", List.of(), new NameRef("memcached"));
        return TokenCache.of(wish, "nova", "openstack", work());
    }

    private Work work() {
        var owner = cluster.put(new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withName("nova")
                .endMetadata()
                .build());
        return new Work(owner, "nova", cluster, new Ports(), clock);
    }

    private void put(String name, Map<String, String> values) {
        cluster.put(new SecretBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withName(name)
                .endMetadata()
                .withData(SecretText.encoded(values))
                .build());
    }

    private static Memcached memcached(String security) {
        return Json.KUBERNETES.unmarshal("""
            apiVersion: memcached.c5c3.io/v1alpha1
            kind: Memcached
            metadata: {name: memcached, namespace: openstack}
            spec: {replicas: 1, security: %s}
            """.formatted(security), Memcached.class);
    }
}
