package io.c5c3.services;

import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.Collection;
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

    private static final String TOKENS = TokenCache.TOKENS;
    private static final String KEY_MANAGER = "barbican";

    private static final List<String> HALVES = List.of("application_credential_id", "application_credential_secret");

    /** The keys of the Secret by which to log in with a password. */
    static final List<String> PASSWORD = List.of("username", "password", "user_domain_name");

    public static ServiceLogin of(KeystoneAuth wish, String name, boolean authority, Facts facts) {
        var secret = wish.secret(name);
        var region = wish.region() == null ? "RegionOne" : wish.region();
        var place = KeystonePlace.of(wish.authUrl(), facts);
        var login = new ServiceLogin(place.authUrl(), secret, region, authority, place.problem());
        return wish.authUrl() == null
                ? login
                : new ServiceLogin(place.authUrl(), secret, region, authority, login.refused(secret, facts));
    }

    /** Why the credential of a Secret may not be shown to this Keystone, if it is not the one of the namespace. */
    public Optional<Outcome> refused(String credential, Facts facts) {
        var host = SentTo.host(authUrl);
        return authUrl.isEmpty() || SentTo.isOurs(host, facts.neighbours(Keystone.class))
                ? Optional.empty()
                : new SentTo(credential, "auth_url", "keystone.authUrl").refused(facts, host);
    }

    /** The Secret that has to be there before anything starts. */
    public SecretsStep.Input input() {
        return input(List.of());
    }

    /** @param more what the service reads of it besides the application credential */
    SecretsStep.Input input(Collection<String> more) {
        var keys = new ArrayList<>(HALVES);
        keys.addAll(more);
        return new SecretsStep.Input(secret, keys, "WaitingForKeystoneCredentials");
    }

    /** The port that has to be open to reach Keystone. */
    public int port() {
        return new KeystonePlace(authUrl, problem).port();
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

    /**
     * Lets the service fetch keys from the key manager with the token of whoever asked it. Where that is, the catalogue says when a key is
     * asked for, so a key manager that comes later is no reason to start anything again.
     */
    public Ini keys(Ini ini) {
        var told = ini.set("key_manager", "backend", KEY_MANAGER)
                .set(KEY_MANAGER, "auth_endpoint", authUrl)
                .set(KEY_MANAGER, "barbican_endpoint_type", "internal")
                .set(KEY_MANAGER, "barbican_region_name", region);
        return trusting(told, KEY_MANAGER, "verify_ssl_path");
    }

    /** Lets the service log in with the password that {@link #PASSWORD} leads to. */
    Ini byPassword(Ini ini, String section) {
        return trusting(ini, section).set(section, "auth_type", "password").set(section, "auth_url", authUrl);
    }

    private Ini in(Ini ini, String section) {
        return trusting(ini, section)
                .set(section, "auth_type", "v3applicationcredential")
                .set(section, "auth_url", authUrl);
    }

    private Ini trusting(Ini ini, String section) {
        return trusting(ini, section, "cafile");
    }

    /** Has a client trust who signed everybody's certificates, by an option that goes by another name than with most. */
    public Ini trusting(Ini ini, String section, String option) {
        return authority && authUrl.startsWith("https:")
                ? ini.set(section, option, WsgiServer.CERTIFICATE + "/ca.crt")
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
