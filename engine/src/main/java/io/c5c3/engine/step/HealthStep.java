package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.http.HttpProbe;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Asks an API through its Service, the way its users do. Probes of the kubelet say that a pod answers; this says that it can be reached.
 *
 * @param service whose address is asked
 * @param host the name the API is known by
 * @param certificate with encryption, the Secret whose ca.crt signed the API's certificate
 */
public record HealthStep(String service, int port, String host, String path, Optional<String> certificate)
        implements Step {

    /** No watch tells when a network path breaks or mends, so it is walked from time to time: seldom while it holds. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    private static final Duration WHILE_ILL = Duration.ofSeconds(2);
    private static final int FIRST_ERROR = 400;

    @Override
    public Outcome run(Work work) {
        var ref = Ref.of(Service.class, work.namespace(), service);
        var address = work.find(Service.class, service)
                .map(found -> found.getSpec().getClusterIP())
                .filter(ip -> !ip.isBlank() && !"None".equals(ip));
        if (address.isEmpty()) {
            return Outcome.waiting("EndpointNotReady", ref + " has no address yet.")
                    .on(ref);
        }
        var target = new HttpProbe.Target(
                address.get(),
                port,
                host,
                path,
                certificate.isPresent(),
                certificate.flatMap(secret -> authority(work, secret)));
        try {
            var status = work.port(HttpProbe.class).get(target);
            return status < FIRST_ERROR
                    ? Outcome.done("APIHealthy", target + " answers.").again(WHILE_WELL)
                    : ill("APIUnhealthy", target + " answers with status " + status + ".", ref);
        } catch (SocketTimeoutException e) {
            return ill("HealthCheckTimeout", target + " does not answer in time (through " + address.get() + ").", ref);
        } catch (SSLException e) {
            return ill(
                    "TLSVerificationFailed",
                    target + " shows a certificate that is not trusted: " + e.getMessage() + "." + hint(target),
                    ref);
        } catch (IOException e) {
            return ill(
                    "ConnectionFailed",
                    target + " cannot be reached through " + address.get() + ": " + e.getMessage() + ".",
                    ref);
        }
    }

    private String hint(HttpProbe.Target target) {
        return target.authority().isPresent()
                ? ""
                : certificate
                        .map(secret -> " Secret/" + secret + " has no ca.crt to verify it with.")
                        .orElse("");
    }

    private static Outcome ill(String reason, String message, Ref ref) {
        return Outcome.waiting(reason, message).on(ref).retry(WHILE_ILL);
    }

    private static Optional<String> authority(Work work, String secret) {
        return SecretText.value(work, secret, "ca.crt");
    }
}
