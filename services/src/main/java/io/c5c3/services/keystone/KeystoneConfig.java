package io.c5c3.services.keystone;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.Notices;
import io.c5c3.services.OwnedOptions;
import io.c5c3.services.PolicyFile;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.TokenCache;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What keystone is told. */
record KeystoneConfig(Keystone.Spec spec) {

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

    /** Nobody is told of them: there are too many, and nobody who logs in is to wait for a queue. */
    private static final List<String> LOGINS =
            List.of("identity.authenticate.success", "identity.authenticate.pending", "identity.authenticate.failure");

    private static final OwnedOptions OWNED = ServiceConfig.owned(Map.ofEntries(
            Map.entry("token/provider", "tokens are always fernet; use fernet"),
            Map.entry("fernet_tokens/key_repository", "use fernet"),
            Map.entry("fernet_tokens/max_active_keys", "use fernet.maxActiveKeys"),
            Map.entry("oslo_messaging_notifications/transport_url", "use notifications.secretRef"),
            Map.entry("credential/provider", "use credentialKeys"),
            Map.entry("credential/key_repository", "use credentialKeys"),
            Map.entry("federation/trusted_dashboard", "use federation.trustedDashboards"),
            Map.entry("federation/remote_id_attribute", "use federation.remoteIdAttribute"),
            Map.entry("federation/default_authorization_ttl", "use federation.defaultAuthorizationTtl")));

    static ServiceConfig of(Keystone keystone, TokenCache cache, Notices notices, Facts facts) {
        var spec = keystone.getSpec();
        return new ServiceConfig(
                FOLDER,
                FILE,
                notices.in(new KeystoneConfig(spec).ini(cache)),
                spec.customConfig(),
                OWNED,
                PolicyFile.of(
                        Optional.ofNullable(spec.policyOverrides()),
                        keystone.getMetadata().getNamespace(),
                        facts),
                List.of("database", "credential"),
                new TreeMap<>(),
                methodsProblem(spec).or(cache::problem));
    }

    private static Optional<Outcome> methodsProblem(Keystone.Spec spec) {
        var options = spec.customConfig().getOrDefault("auth", Map.of());
        return spec.federation().enabled() && options.containsKey("methods")
                ? Optional.of(Outcome.mistake(
                        "OptionOwnedByOperator",
                        "customConfig sets [auth] methods; with federation, use federation.methods."))
                : Optional.empty();
    }

    private Ini ini(TokenCache cache) {
        return federated(cache.region(own().set(TokenCache.REGION, "enabled", false)));
    }

    private Ini own() {
        return ServiceConfig.base()
                .set(Ini.DEFAULT, "default_log_levels", LOG_LEVELS)
                .set(Ini.DEFAULT, "notification_opt_out", LOGINS)
                .set("token", "provider", "fernet")
                .set("fernet_tokens", "key_repository", FERNET_KEYS)
                .set("fernet_tokens", "max_active_keys", spec.fernet().maxActiveKeys())
                .set("credential", "key_repository", CREDENTIAL_KEYS);
    }

    private Ini federated(Ini ini) {
        var federation = spec.federation();
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
