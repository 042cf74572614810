package io.c5c3.services.nova;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityRefused;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.services.ServiceLogin;
import io.fabric8.kubernetes.api.model.Service;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How steps come to talk to a Nova: through its Service, with the credential it has itself.
 *
 * @param service the Service before its API
 * @param endpoint of the Service, as pods reach it
 * @param certificate with encryption, the Secret whose ca.crt signed the certificates
 */
public record ComputeAccess(String service, String endpoint, ServiceLogin login, Optional<String> certificate) {

    private static final Duration RETRY = Duration.ofSeconds(5);

    /** What to do with the answer. */
    @FunctionalInterface
    public interface Answer {
        Outcome about(Compute.Roll roll);
    }

    /** Asks who works for Nova. */
    public Outcome ask(Work work, Answer answer) {
        var ref = Ref.of(Service.class, work.namespace(), service);
        var secret = SecretText.lines(work, login.secret());
        var key = new CredentialKey(
                secret.getOrDefault("application_credential_id", ""),
                secret.getOrDefault("application_credential_secret", ""));
        var door = new Compute.Door(server(work, login.authUrl()), server(work, endpoint), key);
        try {
            return answer.about(work.port(Compute.class).roll(door));
        } catch (IdentityRefused e) {
            return Outcome.waiting(
                            e.isLogin() ? "CredentialRefused" : "RequestRefused",
                            "Nova does not tell its services to the application credential of Secret/" + login.secret()
                                    + ": " + e.getMessage() + ".")
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
