package io.c5c3.services;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a service reads when it starts, and what keeps it from being written. Passwords are not in it: they come by environment.
 *
 * @param folder where the files are mounted
 * @param file the name of the main one
 * @param ini our options
 * @param custom a person's options, laid over ours
 * @param owned options that follow from other fields
 * @param databaseSections what tasks read that only work on the database, so that they do not run again when anything else changes
 * @param more further files, by name
 * @param trouble why the options cannot be known yet, if so
 */
public record ServiceConfig(
        String folder,
        String file,
        Ini ini,
        Map<String, Map<String, String>> custom,
        OwnedOptions owned,
        PolicyFile policy,
        List<String> databaseSections,
        SortedMap<String, String> more,
        Optional<Outcome> trouble) {

    private static final String STDERR = "pods log to standard error";
    private static final String CACHE = "use cache.servers or cache.clusterRef";
    private static final String SEALED = "what is cached is always sealed with a key of the service's own";
    private static final String LOGIN = "the login would be sent there: use keystone.authUrl";

    /** What no service lets a person set, because fields of the resource say it. */
    private static final Map<String, String> OWNED = Map.ofEntries(
            Map.entry("database/connection", "use database.secretRef, database.clusterRef or database.host"),
            Map.entry("oslo_policy/policy_file", "use policyOverrides"),
            Map.entry("default/transport_url", "use messaging"),
            Map.entry("keystone_authtoken/auth_url", "use keystone.authUrl"),
            Map.entry("keystone_authtoken/application_credential_id", "use keystone.appCredentialRef"),
            Map.entry("keystone_authtoken/application_credential_secret", "use keystone.appCredentialRef"),
            Map.entry("keystone_authtoken/memcached_servers", CACHE),
            Map.entry("keystone_authtoken/memcache_security_strategy", SEALED),
            Map.entry("keystone_authtoken/memcache_secret_key", SEALED),
            Map.entry("keystone_authtoken/memcache_sasl_enabled", CACHE),
            Map.entry("keystone_authtoken/memcache_username", CACHE),
            Map.entry("keystone_authtoken/memcache_password", CACHE),
            Map.entry("keystone_authtoken/memcache_tls_enabled", CACHE),
            Map.entry("keystone_authtoken/memcache_tls_cafile", CACHE),
            Map.entry("keystone_authtoken/memcache_use_advanced_pool", SEALED),
            Map.entry("cache/enabled", CACHE),
            Map.entry("cache/backend", "use cache.backend"),
            Map.entry("cache/memcache_servers", CACHE),
            Map.entry("cache/memcache_sasl_enabled", CACHE),
            Map.entry("cache/memcache_username", CACHE),
            Map.entry("cache/memcache_password", CACHE),
            Map.entry("cache/tls_enabled", CACHE),
            Map.entry("cache/tls_cafile", CACHE),
            // Each of these would have the service's login or its token sent to an address of the author's choice.
            Map.entry("*/auth_url", LOGIN),
            Map.entry("*/auth_uri", LOGIN),
            Map.entry("*/auth_section", LOGIN),
            Map.entry("*/endpoint_override", "the token would be sent there: use the service catalogue"),
            Map.entry("*/slave_connection", "use database"),
            Map.entry("*/transport_url", "use messaging"),
            Map.entry("default/use_stderr", STDERR),
            Map.entry("default/log_file", STDERR),
            Map.entry("default/log_dir", STDERR),
            Map.entry("default/log_config_append", STDERR));

    /** The options of every service, with those of one laid over them. */
    public static OwnedOptions owned(Map<String, String> own) {
        var all = new TreeMap<>(OWNED);
        all.putAll(own);
        return new OwnedOptions(all);
    }

    /** What every service is told. */
    public static Ini base() {
        return Ini.empty()
                .set(Ini.DEFAULT, "use_stderr", true)
                // A database that is away comes back; connections that it dropped meanwhile are noticed before they are
                // used.
                .set("database", "max_retries", -1)
                .set("database", "connection_recycle_time", 600)
                .set("oslo_middleware", "enable_proxy_headers_parsing", true)
                // Who only reads changes nothing, and each role may what its name says. Most services are so by default
                // by now; Cinder is not.
                .set("oslo_policy", "enforce_new_defaults", true)
                .set("oslo_policy", "enforce_scope", true);
    }

    /** What every service is told that talks by messages: queues that survive the loss of a server. */
    public static Ini messaging(Ini ini) {
        return ini.set("oslo_messaging_rabbit", "rabbit_quorum_queue", true)
                .set("oslo_messaging_rabbit", "rabbit_transient_quorum_queue", true)
                .set("oslo_messaging_rabbit", "rabbit_stream_fanout", true)
                .set("oslo_messaging_rabbit", "rabbit_qos_prefetch_count", 10)
                .set("oslo_messaging_rabbit", "use_queue_manager", false)
                .set("oslo_messaging_rabbit", "heartbeat_in_pthread", false)
                .set("oslo_messaging_rabbit", "kombu_reconnect_delay", "0.5")
                .set("oslo_messaging_notifications", "driver", "noop");
    }

    public Optional<Outcome> problem() {
        return owned.problem(custom).or(this::trouble).or(policy::problem);
    }

    /** For the service itself, and for tasks that work through its drivers. */
    public SortedMap<String, String> files() {
        var whole = policy.isEmpty() ? ini : ini.set("oslo_policy", "policy_file", folder + "/" + PolicyFile.NAME);
        var files = new TreeMap<>(more);
        files.put(file, whole.overlay(custom).render());
        if (!policy.isEmpty()) {
            files.put(PolicyFile.NAME, policy.render());
        }
        return files;
    }

    /** For tasks that only need the database. */
    public SortedMap<String, String> databaseFiles() {
        var sections = new ArrayList<>(databaseSections);
        var kept = new TreeMap<>(custom);
        kept.keySet().retainAll(sections);
        sections.add(Ini.DEFAULT);
        return new TreeMap<>(Map.of(
                file, ini.only(sections.toArray(String[]::new)).overlay(kept).render()));
    }
}
