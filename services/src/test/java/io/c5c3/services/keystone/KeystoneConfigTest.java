package io.c5c3.services.keystone;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.services.Notices;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeystoneConfigTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "database|connection|database.secretRef",
                "DATABASE|connection|database.secretRef",
                "token|provider|fernet",
                "fernet_tokens|key_repository|use fernet",
                "fernet_tokens|max_active_keys|fernet.maxActiveKeys",
                "credential|key_repository|credentialKeys",
                "oslo_policy|policy_file|policyOverrides",
                "cache|memcache_servers|cache.servers",
                "federation|trusted_dashboard|federation.trustedDashboards",
                "DEFAULT|log_file|standard error"
            })
    void optionsThatFollowFromFieldsAreRefusedWithTheField(String section, String option, String instead) {
        var problem =
                config("customConfig: {%s: {%s: x}}".formatted(section, option)).problem();
        assertThat(problem).containsInstanceOf(Outcome.Failed.class);
        var failed = (Outcome.Failed) problem.orElseThrow();
        assertThat(failed.terminal()).isTrue();
        assertThat(failed.reason()).isEqualTo("OptionOwnedByOperator");
        assertThat(failed.message()).contains("[" + section + "] " + option).contains(instead);
    }

    @Test
    void otherOptionsAreLaidOverOurs() {
        var config = config("customConfig: {database: {max_retries: '5'}, ldap: {url: 'ldap://x'}}");
        assertThat(config.problem()).isEmpty();
        assertThat(conf(config)).contains("max_retries = 5").contains("[ldap]\nurl = ldap://x");
    }

    @Test
    void methodsBelongToFederationOnlyWhileItIsOn() {
        assertThat(config("customConfig: {auth: {methods: 'password,totp'}}").problem())
                .isEmpty();
        assertThat(config("{federation: {enabled: true}, customConfig: {auth: {methods: x}}}")
                        .problem())
                .hasValueSatisfying(problem -> assertThat(problem.message()).contains("federation.methods"));
    }

    @Test
    void namesThatCannotBeWrittenAreRefused() {
        assertThat(config("customConfig: {'a]': {b: c}}").problem())
                .hasValueSatisfying(problem -> assertThat(problem.reason()).isEqualTo("InvalidOption"));
    }

    @Test
    void theOnlyMemcachedOfTheNamespaceIsTheCache() {
        var one = KeystoneGoldenTest.memcached("cache", 2);
        assertThat(conf(config("{}", Golden.facts(one))))
                .contains("memcache_servers = cache-0.cache.openstack.svc:11211,cache-1.cache.openstack.svc:11211")
                .contains("backend = oslo_cache.memcache_pool");
        assertThat(conf(config("{}", Golden.facts(one, KeystoneGoldenTest.memcached("other", 1)))))
                .contains("[cache]\nenabled = false");
        assertThat(conf(config("{}"))).contains("[cache]\nenabled = false");
    }

    @Test
    void aMemcachedThatIsNamedIsWaitedFor() {
        var problem = (Outcome.Waiting)
                config("cache: {clusterRef: {name: cache}}").problem().orElseThrow();
        assertThat(problem.reason()).isEqualTo("WaitingForCache");
        assertThat(problem.on()).hasValueSatisfying(ref -> assertThat(ref).hasToString("Memcached/cache"));
    }

    @Test
    void rulesOfTheResourceWinOverThoseOfTheConfigMap() {
        var map = policy("a: role:x\nb: role:y\n");
        var config = config("policyOverrides: {rules: {b: 'role:z'}, configMapRef: {name: policy}}", Golden.facts(map));
        assertThat(config.files()).containsEntry("policy.yaml", "\"a\": \"role:x\"\n\"b\": \"role:z\"\n");
        assertThat(conf(config)).contains("policy_file = /etc/keystone/policy.yaml");
    }

    @Test
    void aPolicyThatCannotBeReadIsWaitedFor() {
        var wish = "policyOverrides: {configMapRef: {name: policy}}";
        assertThat(config(wish).problem())
                .hasValueSatisfying(problem -> assertThat(problem.reason()).isEqualTo("PolicyConfigMapMissing"));
        assertThat(config(wish, Golden.facts(policy("- no\n- map\n"))).problem())
                .hasValueSatisfying(problem -> assertThat(problem.reason()).isEqualTo("PolicyConfigMapInvalid"));
        assertThat(config("policyOverrides: {rules: {'': x}}").problem())
                .hasValueSatisfying(problem -> assertThat(problem.reason()).isEqualTo("PolicyInvalid"));
    }

    @Test
    void whatDatabaseTasksReadDoesNotChangeWithTheRest() {
        var before = config("{}").databaseFiles();
        var after = config(
                "{customConfig: {DEFAULT: {debug: 'true'}, ldap: {url: x}}, cache: {servers: ['m:11211']}, fernet:"
                        + " {maxActiveKeys: 7}}");
        assertThat(after.databaseFiles()).isEqualTo(before);
        assertThat(config("customConfig: {database: {max_pool_size: '3'}}").databaseFiles())
                .isNotEqualTo(before);
    }

    private static ConfigMap policy(String text) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("policy")
                .endMetadata()
                .withData(Map.of("policy.yaml", text))
                .build();
    }

    private static String conf(ServiceConfig config) {
        return config.files().getOrDefault("keystone.conf", "");
    }

    private static ServiceConfig config(String spec) {
        return config(spec, Golden.facts());
    }

    private static ServiceConfig config(String spec, Facts facts) {
        var keystone = new Keystone();
        keystone.getMetadata().setName("keystone");
        keystone.getMetadata().setNamespace("openstack");
        keystone.setSpec(Json.KUBERNETES.unmarshal("# YAML\n" + spec, Keystone.Spec.class));
        var cache = TokenCache.of(keystone.getSpec().cache(), "keystone", "openstack", facts);
        return KeystoneConfig.of(
                keystone, cache, Notices.of(keystone.getSpec().notifications(), "openstack", facts), facts);
    }
}
