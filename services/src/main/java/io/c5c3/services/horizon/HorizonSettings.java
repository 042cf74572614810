package io.c5c3.services.horizon;

import io.c5c3.api.common.Exposure;
import io.c5c3.api.openstack.Horizon;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.KeystonePlace;
import io.c5c3.services.OwnedOptions;
import io.c5c3.services.TokenCache;
import io.c5c3.services.YamlSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Horizon's settings, as the file of them in its image takes them over. Secrets are not among them: they come by environment. */
record HorizonSettings(Horizon.Spec spec, ApiSteps steps, KeystonePlace keystone) {

    private static final String CACHE = "use cache.servers or cache.clusterRef";
    private static final String LOGIN = "passwords would be sent there: use keystone.authUrl";
    private static final String IMAGE = "pages were made for it when the image was built";

    private static final OwnedOptions OWNED = new OwnedOptions(Map.ofEntries(
            Map.entry("default/secret_key", "it is in the Secret that is named after the resource, with -secret-key"),
            Map.entry("default/caches", CACHE),
            Map.entry("caches/default", CACHE),
            Map.entry("default/session_engine", CACHE),
            Map.entry("default/openstack_keystone_url", LOGIN),
            Map.entry("default/available_regions", LOGIN),
            Map.entry("default/openstack_keystone_default_domain", "use keystone.defaultDomain"),
            Map.entry("default/openstack_ssl_cacert", "use tls"),
            Map.entry("default/session_cookie_secure", "use tls or exposure"),
            Map.entry("default/csrf_cookie_secure", "use tls or exposure"),
            Map.entry("default/secure_proxy_ssl_header", "use exposure"),
            Map.entry("default/static_root", IMAGE),
            Map.entry("default/static_url", IMAGE),
            Map.entry("default/webroot", IMAGE),
            Map.entry("default/compress_offline", IMAGE)));

    /** What keeps them from being written, if anything does. */
    Optional<Outcome> problem() {
        return OWNED.problem(spec.customConfig())
                .or(keystone::problem)
                .or(() -> steps.cache().problem());
    }

    String text() {
        var settings = YamlSettings.empty()
                .set("OPENSTACK_KEYSTONE_URL", keystone.authUrl())
                .set("OPENSTACK_KEYSTONE_MULTIDOMAIN_SUPPORT", true)
                .set("OPENSTACK_KEYSTONE_DEFAULT_DOMAIN", spec.keystone().defaultDomain())
                // It is inside, whoever looks at its pages.
                .set("OPENSTACK_ENDPOINT_TYPE", "internalURL")
                .set("CONSOLE_TYPE", "AUTO")
                .set("ALLOWED_HOSTS", hosts());
        if (steps.knowsAuthority() && keystone.authUrl().startsWith("https:")) {
            settings = settings.set("OPENSTACK_SSL_CACERT", WsgiServer.CERTIFICATE + "/ca.crt");
        }
        return exposed(sessions(settings)).overlay(spec.customConfig()).render();
    }

    /** A name that nobody gave it is not answered to, but for that of a port that somebody forwards to a machine of their own. */
    private List<String> hosts() {
        if (spec.exposure().nodePort() != null) {
            // Nodes have more addresses than Kubernetes knows.
            return List.of("*");
        }
        var front = steps.front();
        var hosts = new ArrayList<>(ServingCertificate.serviceNames(front.name(), front.namespace()));
        outside().ifPresent(hosts::add);
        hosts.addAll(List.of("localhost", "127.0.0.1"));
        return hosts;
    }

    /** The name by which browsers come from outside, if there is one. */
    private Optional<String> outside() {
        return Stream.of(
                        Optional.ofNullable(spec.exposure().ingress()).map(Exposure.Ingress::host),
                        Optional.ofNullable(spec.exposure().gateway()).map(Exposure.Gateway::hostname))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private YamlSettings sessions(YamlSettings settings) {
        var cache = steps.cache();
        return cache.servers().isEmpty()
                ? settings
                : settings.set("SESSION_ENGINE", "django.contrib.sessions.backends.cache")
                        .set("CACHES", "default", sealed(cache));
    }

    /** The client in the images; what it logs in with comes by environment. */
    private static Map<String, Object> sealed(TokenCache cache) {
        var options = new TreeMap<String, Object>();
        if (cache.encrypted()) {
            options.put("tls", true);
            cache.authorityFile().ifPresent(file -> options.put("cafile", file));
        }
        return new TreeMap<>(
                Map.of("BACKEND", "sealed_cache.SealedCache", "LOCATION", cache.servers(), "OPTIONS", options));
    }

    /** Whoever stands before it may have ended the encryption, says so in a header, and leaves the name that was asked as it is. */
    private YamlSettings exposed(YamlSettings settings) {
        var origin = steps.front().publicUrl(null);
        var cookies = origin.startsWith("https:")
                ? settings.set("SESSION_COOKIE_SECURE", true).set("CSRF_COOKIE_SECURE", true)
                : settings;
        return outside().isEmpty()
                ? cookies
                : cookies.set("CSRF_TRUSTED_ORIGINS", List.of(origin))
                        .set("SECURE_PROXY_SSL_HEADER", List.of("HTTP_X_FORWARDED_PROTO", "https"));
    }
}
