package io.c5c3.services;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityRefused;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.fabric8.kubernetes.api.model.Service;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How steps come to talk to a service that runs: through its Service, with the credential it has itself.
 *
 * @param title of the service, as people are told
 * @param name of the Service before its API
 * @param endpoint of the Service, as pods reach it
 * @param certificate with encryption, the Secret whose ca.crt signed the certificates
 */
public record ServiceAccess(
        String title, String name, String endpoint, ServiceLogin login, Optional<String> certificate) {

    private static final Duration RETRY = Duration.ofSeconds(2);

    /** To the service whose steps these are. */
    public static ServiceAccess of(String title, ApiSteps steps, ServiceLogin login) {
        return new ServiceAccess(title, steps.name(), steps.front().internalUrl(), login, steps.certificateSecret());
    }

    /** Where to ask, and as whom. */
    public record Door(IdentityServer keystone, IdentityServer service, CredentialKey key) {}

    /** Something to ask, and what to make of the answer. */
    @FunctionalInterface
    public interface Question<P> {
        Outcome ask(P port, Door door) throws IdentityFailure;
    }

    public <P> Outcome ask(Work work, Class<P> port, Question<P> question) {
        var ref = Ref.of(Service.class, work.namespace(), name);
        var secret = SecretText.lines(work, login.secret());
        var key = new CredentialKey(
                secret.getOrDefault("application_credential_id", ""),
                secret.getOrDefault("application_credential_secret", ""));
        var door = new Door(server(work, login.authUrl()), server(work, endpoint), key);
        try {
            return question.ask(work.port(port), door);
        } catch (IdentityRefused e) {
            return Outcome.waiting(
                            e.isLogin() ? "CredentialRefused" : "RequestRefused",
                            title + " does not do what it is asked with the application credential of Secret/"
                                    + login.secret() + ": " + e.getMessage() + ".")
                    .on(ref)
                    .retry(RETRY);
        } catch (IdentityFailure e) {
            return Outcome.waiting("APINotReachable", e.getMessage() + ".")
                    .on(ref)
                    .retry(RETRY);
        }
    }

    private IdentityServer server(Work work, String url) {
        return IdentityServer.of(
                url,
                address(work, URI.create(url).getHost()),
                certificate
                        .map(secret -> SecretText.lines(work, secret).getOrDefault("ca.crt", ""))
                        .filter(pem -> !pem.isBlank()));
    }

    /** A name that only pods can look up is looked up here. */
    private static String address(Work work, String host) {
        var parts = host.split("[.]", -1);
        var ours = parts.length >= 3 && parts[1].equals(work.namespace()) && "svc".equals(parts[2]);
        return ours
                ? work.find(Service.class, parts[0])
                        .map(found -> found.getSpec().getClusterIP())
                        .filter(ip -> ip != null && !ip.isBlank() && !"None".equals(ip))
                        .orElse(host)
                : host;
    }
}
