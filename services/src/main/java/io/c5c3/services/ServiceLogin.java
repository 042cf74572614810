package io.c5c3.services;

import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a service logs in to Keystone and has the tokens checked that it is shown: by its application credential, whose two halves come by
 * environment.
 *
 * @param secret the Secret with the application credential
 * @param authority whether it was told, with its own certificate, who signed everybody's
 * @param problem why Keystone cannot be told yet, if so
 */
public record ServiceLogin(String authUrl, String secret, String region, boolean authority, Optional<Outcome> problem) {

    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final String TOKENS = TokenCache.TOKENS;

    private static final List<String> HALVES = List.of("application_credential_id", "application_credential_secret");

    public static ServiceLogin of(KeystoneAuth wish, String name, boolean authority, Facts facts) {
        var secret = wish.secret(name);
        var region = wish.region() == null ? "RegionOne" : wish.region();
        if (wish.authUrl() != null) {
            var login = new ServiceLogin(wish.authUrl(), secret, region, authority, Optional.empty());
            return new ServiceLogin(wish.authUrl(), secret, region, authority, login.refused(secret, facts));
        }
        var all = facts.all(Keystone.class);
        if (all.size() != 1) {
            return new ServiceLogin(
                    "",
                    secret,
                    region,
                    authority,
                    Optional.of(Outcome.waiting(
                            "WaitingForKeystone",
                            "There is " + (all.isEmpty() ? "no Keystone" : "more than one Keystone")
                                    + " in the namespace: write keystone.authUrl.")));
        }
        var keystone = all.getFirst();
        var status = keystone.getStatus();
        var endpoint = status == null ? null : status.endpoint();
        return endpoint == null
                ? new ServiceLogin(
                        "",
                        secret,
                        region,
                        authority,
                        Optional.of(Outcome.waiting("WaitingForKeystone", Ref.of(keystone) + " has no endpoint yet.")
                                .on(Ref.of(keystone))))
                : new ServiceLogin(endpoint + "/v3", secret, region, authority, Optional.empty());
    }

    /** Why the credential of a Secret may not be shown to this Keystone, if it is not the one of the namespace. */
    public Optional<Outcome> refused(String credential, Facts facts) {
        var host = SentTo.host(authUrl);
        return authUrl.isEmpty() || SentTo.isOurs(host, facts.all(Keystone.class))
                ? Optional.empty()
                : new SentTo(credential, "auth_url", "keystone.authUrl").refused(facts, host);
    }

    /** The Secret that has to be there before anything starts. */
    public SecretsStep.Input input() {
        return new SecretsStep.Input(secret, HALVES, "WaitingForKeystoneCredentials");
    }

    /** The port that has to be open to reach Keystone. */
    public int port() {
        if (authUrl.isEmpty()) {
            return HTTPS;
        }
        var uri = URI.create(authUrl);
        return uri.getPort() > 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? HTTPS : HTTP;
    }

    /** Lets the service check tokens. */
    public Ini tokens(Ini ini, String type, TokenCache cache) {
        return cache.tokens(in(ini, TOKENS)
                .set(TOKENS, "www_authenticate_uri", authUrl)
                .set(TOKENS, "interface", "internal")
                .set(TOKENS, "service_type", type)
                .set(TOKENS, "service_token_roles", "service")
                .set(TOKENS, "service_token_roles_required", true));
    }

    /** Lets the service call another one, as the section of its options says. */
    public Ini client(Ini ini, String section) {
        return in(ini, section).set(section, "region_name", region).set(section, "valid_interfaces", "internal");
    }

    /** Lets the service call another one with the token of whoever asked it. */
    public Ini passing(Ini ini, String section) {
        return trusting(ini, section).set(section, "region_name", region).set(section, "valid_interfaces", "internal");
    }

    private Ini in(Ini ini, String section) {
        return trusting(ini, section)
                .set(section, "auth_type", "v3applicationcredential")
                .set(section, "auth_url", authUrl);
    }

    private Ini trusting(Ini ini, String section) {
        return authority && authUrl.startsWith("https:")
                ? ini.set(section, "cafile", WsgiServer.CERTIFICATE + "/ca.crt")
                : ini;
    }

    /** The two halves of the credential, for the token check and for these sections. */
    public List<EnvVar> env(String... sections) {
        var env = new ArrayList<>(halves(TOKENS));
        for (var section : sections) {
            env.addAll(halves(section));
        }
        return env;
    }

    /** The two halves, for one section. */
    private List<EnvVar> halves(String section) {
        return HALVES.stream()
                .map(half -> Reads.fromSecret(section, half, secret, half))
                .toList();
    }
}
