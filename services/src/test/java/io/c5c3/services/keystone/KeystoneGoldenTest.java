package io.c5c3.services.keystone;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeystoneGoldenTest {

    @ParameterizedTest
    @ValueSource(strings = {"keystone/minimal", "keystone/seed", "keystone/tls"})
    void inAnEmptyNamespace(String name) {
        Golden.check(new KeystoneBlueprint(), name);
    }

    @Test
    void withEverythingThatCanBeWritten() {
        var policy = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("keystone-policy")
                .endMetadata()
                .withData(
                        Map.of(
                                "policy.yaml",
                                "# ours\nidentity:list_users: role:nobody\n\"identity:get_user\": 'rule:admin_required or \"me\":%(user_id)s'\n"))
                .build();
        var listener = new SecretBuilder()
                .withNewMetadata()
                .withName("barbican-messaging-connection")
                .endMetadata()
                .withData(SecretText.encoded(Map.of(
                        "transport_url",
                        "rabbit://a:1@rabbitmq-0:5671,a:1@rabbitmq-1:15671/barbican?ssl=1",
                        "ca.crt",
                        "")))
                .build();
        Golden.check(
                new KeystoneBlueprint(), "keystone/full", Golden.facts(policy, memcached("memcached", 2), listener));
    }

    @Test
    void afterTheCredentialKeysWereRotated() {
        var ring = new SecretBuilder()
                .withNewMetadata()
                .withName("keystone-credential-keys")
                .withAnnotations(Map.of("c5c3.io/rotations", "2", "c5c3.io/rotated-at", "2026-01-01T00:00:00Z"))
                .endMetadata()
                .build();
        Golden.check(new KeystoneBlueprint(), "keystone/rotated", Golden.facts(ring, memcached("memcached", 1)));
    }

    static Memcached memcached(String name, int replicas) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: memcached.c5c3.io/v1beta1
                kind: Memcached
                metadata: {name: %s, namespace: openstack}
                spec: {replicas: %d}
                """.formatted(name, replicas), Memcached.class);
    }
}
