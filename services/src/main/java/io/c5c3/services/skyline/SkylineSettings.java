package io.c5c3.services.skyline;

import io.c5c3.api.openstack.Skyline;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.OwnedOptions;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.YamlSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Skyline's options. Secrets are not among them: they come by environment, and nobody may write them here. */
record SkylineSettings(Skyline.Spec spec, ApiSteps steps, ServiceLogin login) {

    /** In the image, for authorities that everybody trusts. */
    private static final String PUBLIC_AUTHORITIES = SkylineBlueprint.PACKAGES + "/certifi/cacert.pem";

    private static final String DEFAULT = "default";
    private static final String OPENSTACK = "openstack";
    private static final Set<String> SECTIONS = Set.of(DEFAULT, OPENSTACK, "setting");

    private static final String LOGIN = "use keystone.appCredentialRef";
    private static final String NGINX = "nginx in the image knows it by this name";
    private static final String STDERR = "pods log to standard error";

    private static final OwnedOptions OWNED = new OwnedOptions(Map.ofEntries(
            Map.entry("default/secret_key", "it is in the Secret that is named after the resource, with -secret-key"),
            Map.entry("default/database_url", "use database.secretRef, database.clusterRef or database.host"),
            Map.entry("default/cafile", "use tls"),
            Map.entry("default/ssl_enabled", "use tls or exposure"),
            Map.entry("default/log_dir", STDERR),
            Map.entry("default/log_file", STDERR),
            Map.entry("default/session_name", NGINX),
            Map.entry("default/prometheus_basic_auth_password", "everybody who reads ConfigMaps would read it"),
            Map.entry("openstack/keystone_url", "passwords would be sent there: use keystone.authUrl"),
            Map.entry("openstack/system_user_name", LOGIN),
            Map.entry("openstack/system_user_password", LOGIN),
            Map.entry("openstack/system_user_domain", LOGIN),
            Map.entry("openstack/system_project", LOGIN),
            Map.entry("openstack/system_project_domain", LOGIN),
            Map.entry("openstack/default_region", "use keystone.region"),
            Map.entry("openstack/interface_type", "it is inside, whoever looks at its pages"),
            Map.entry("openstack/nginx_prefix", NGINX),
            Map.entry("openstack/service_mapping", NGINX)));

    /** What is wrong with what a person wrote, if anything is. */
    Optional<Outcome> problem() {
        var unknown = new TreeSet<>(spec.customConfig().keySet());
        unknown.removeAll(SECTIONS);
        return OWNED.problem(spec.customConfig())
                .or(() -> unknown.stream()
                        .findFirst()
                        .map(section -> Outcome.mistake(
                                "InvalidOption",
                                "customConfig has the section " + section
                                        + ", which Skyline does not know: write default, openstack or setting.")));
    }

    /** Whom to trust. Told no file, Skyline would trust everybody. */
    String trusted() {
        return steps.knowsAuthority() ? WsgiServer.CERTIFICATE + "/ca.crt" : PUBLIC_AUTHORITIES;
    }

    String text() {
        return YamlSettings.empty()
                .set(DEFAULT, "cafile", trusted())
                .set(DEFAULT, "ssl_enabled", steps.front().publicUrl(null).startsWith("https:"))
                .set(DEFAULT, "log_dir", "/dev")
                .set(DEFAULT, "log_file", "stderr")
                .set(OPENSTACK, "keystone_url", login.authUrl())
                .set(OPENSTACK, "default_region", login.region())
                // It is inside, whoever looks at its pages.
                .set(OPENSTACK, "interface_type", "internal")
                .overlay(spec.customConfig())
                .render();
    }
}
