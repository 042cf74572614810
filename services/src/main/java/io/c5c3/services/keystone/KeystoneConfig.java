package io.c5c3.services.keystone;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.OwnedOptions;
import io.c5c3.services.PolicyFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What keystone reads when it starts, and what keeps it from being written. Passwords are not in it: they come by environment. */
record KeystoneConfig(Keystone keystone, TokenCache cache, PolicyFile policy) {

    static final String FOLDER = "/etc/keystone";
    static final String FERNET_KEYS = FOLDER + "/fernet-keys";
    static final String CREDENTIAL_KEYS = FOLDER + "/credential-keys";

    private static final String FILE = "keystone.conf";

    /** What keystone itself asks of its libraries' logs; and a folder that Kubernetes mounts is always readable for all: no news. */
    private static final String LOG_LEVELS =
            "amqp=WARN,dogpile=INFO,iso8601=WARN,keystoneauth=WARN,keystonemiddleware=WARN,oslo.cache=INFO,"
                    + "oslo_messaging=INFO,oslo_policy=INFO,routes=INFO,sqlalchemy=WARN,stevedore=WARN,urllib3=WARN,keystone.common.fernet_utils=ERROR";

    /** Ways to log in that work without another identity provider. */
    private static final List<String> METHODS = List.of("password", "token", "application_credential");

    private static final String STDERR = "pods log to standard error";

    private static final OwnedOptions OWNED = new OwnedOptions(Map.ofEntries(
            Map.entry("database/connection", "use database.secretRef, database.clusterRef or database.host"),
            Map.entry("token/provider", "tokens are always fernet; use fernet"),
            Map.entry("fernet_tokens/key_repository", "use fernet"),
            Map.entry("fernet_tokens/max_active_keys", "use fernet.maxActiveKeys"),
            Map.entry("credential/provider", "use credentialKeys"),
            Map.entry("credential/key_repository", "use credentialKeys"),
            Map.entry("cache/enabled", "use cache.servers or cache.clusterRef"),
            Map.entry("cache/backend", "use cache.backend"),
            Map.entry("cache/memcache_servers", "use cache.servers or cache.clusterRef"),
            Map.entry("oslo_policy/policy_file", "use policyOverrides"),
            Map.entry("federation/trusted_dashboard", "use federation.trustedDashboards"),
            Map.entry("federation/remote_id_attribute", "use federation.remoteIdAttribute"),
            Map.entry("federation/default_authorization_ttl", "use federation.defaultAuthorizationTtl"),
            Map.entry("default/use_stderr", STDERR),
            Map.entry("default/log_file", STDERR),
            Map.entry("default/log_dir", STDERR),
            Map.entry("default/log_config_append", STDERR)));

    static KeystoneConfig of(Keystone keystone, Facts facts) {
        var spec = keystone.getSpec();
        return new KeystoneConfig(
                keystone,
                TokenCache.of(spec.cache(), keystone.getMetadata().getNamespace(), facts),
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        keystone.getMetadata().getNamespace(),
                        facts));
    }

    Optional<Outcome> problem() {
        return OWNED.problem(spec().customConfig())
                .or(this::methodsProblem)
                .or(cache::problem)
                .or(policy::problem);
    }

    private Optional<Outcome> methodsProblem() {
        var options = spec().customConfig().getOrDefault("auth", Map.of());
        return spec().federation().enabled() && options.containsKey("methods")
                ? Optional.of(Outcome.mistake(
                        "OptionOwnedByOperator",
                        "customConfig sets [auth] methods; with federation, use federation.methods."))
                : Optional.empty();
    }

    /** For the API, and for tasks that work through its drivers. */
    SortedMap<String, String> files() {
        var files = new TreeMap<>(Map.of(FILE, whole().render()));
        if (!policy.isEmpty()) {
            files.put(PolicyFile.NAME, policy.render());
        }
        return files;
    }

    /** For tasks that only need the database, so that they do not run again when anything else changes. */
    SortedMap<String, String> databaseFiles() {
        var custom = new TreeMap<>(spec().customConfig());
        custom.keySet().retainAll(List.of("database", "credential"));
        return new TreeMap<>(Map.of(
                FILE,
                own().overlay(custom)
                        .only(Ini.DEFAULT, "database", "credential")
                        .render()));
    }

    private Keystone.Spec spec() {
        return keystone.getSpec();
    }

    private Ini whole() {
        var ini = own().set("cache", "enabled", !cache.servers().isEmpty());
        if (!cache.servers().isEmpty()) {
            ini = ini.set("cache", "backend", spec().cache().backend())
                    .set("cache", "memcache_servers", String.join(",", cache.servers()));
        }
        if (!policy.isEmpty()) {
            ini = ini.set("oslo_policy", "policy_file", FOLDER + "/" + PolicyFile.NAME);
        }
        return federated(ini).overlay(spec().customConfig());
    }

    private Ini own() {
        return Ini.empty()
                .set(Ini.DEFAULT, "use_stderr", true)
                .set(Ini.DEFAULT, "default_log_levels", LOG_LEVELS)
                // A database that is away comes back; connections that it dropped meanwhile are noticed before they are
                // used.
                .set("database", "max_retries", -1)
                .set("database", "connection_recycle_time", 600)
                .set("token", "provider", "fernet")
                .set("fernet_tokens", "key_repository", FERNET_KEYS)
                .set("fernet_tokens", "max_active_keys", spec().fernet().maxActiveKeys())
                .set("credential", "key_repository", CREDENTIAL_KEYS)
                .set("oslo_middleware", "enable_proxy_headers_parsing", true);
    }

    private Ini federated(Ini ini) {
        var federation = spec().federation();
        if (!federation.enabled()) {
            return ini;
        }
        var methods = new LinkedHashSet<>(METHODS);
        methods.addAll(federation.methods());
        var result = ini.set("auth", "methods", String.join(",", methods));
        if (!federation.trustedDashboards().isEmpty()) {
            result = result.set("federation", "trusted_dashboard", new ArrayList<>(federation.trustedDashboards()));
        }
        if (federation.remoteIdAttribute() != null) {
            result = result.set("federation", "remote_id_attribute", federation.remoteIdAttribute());
        }
        if (federation.defaultAuthorizationTtl() != null) {
            result = result.set("federation", "default_authorization_ttl", federation.defaultAuthorizationTtl());
        }
        return result;
    }
}
