package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.http.SocketProbe;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class HealthStepTest {

    private static final String HOST = "keystone.openstack.svc.cluster.local";
    private static final char[] NONE = new char[0];

    private final Settable clock = new Settable(Instant.now());
    private final MemoryCluster cluster = new MemoryCluster(clock);

    @Test
    void waitsForAnAddress() {
        assertThat(run(5000, target -> 200).reason()).isEqualTo("EndpointNotReady");
    }

    @Test
    void saysWhatTheApiSays() {
        service("10.0.0.1");
        var well = (Outcome.Done) run(5000, target -> 300);
        assertThat(well.reason()).isEqualTo("APIHealthy");
        assertThat(well.again()).isPresent();
        assertThat(run(5000, target -> 503).reason()).isEqualTo("APIUnhealthy");
        var refused = (Outcome.Waiting) run(5000, target -> {
            throw new ConnectException("Connection refused");
        });
        assertThat(refused.reason()).isEqualTo("ConnectionFailed");
        assertThat(refused.message()).contains("http://" + HOST + ":5000/v3").contains("10.0.0.1");
        assertThat(refused.retry()).isPresent();
        assertThat(run(5000, target -> {
                            throw new SocketTimeoutException();
                        })
                        .reason())
                .isEqualTo("HealthCheckTimeout");
    }

    /** Over a real connection: the certificate must be for the name, although the address is asked, and of the given authority. */
    @Test
    void verifiesTheCertificate() throws Exception {
        var authority = CertificateAuthority.create("test", clock.instant(), Duration.ofDays(2));
        var server = server(authority.issue(List.of(HOST), clock.instant(), Duration.ofDays(1)));
        try {
            service(InetAddress.getLoopbackAddress().getHostAddress());
            var port = server.getAddress().getPort();
            assertThat(run(port, new SocketProbe(), "keystone-tls").message())
                    .contains("Secret/keystone-tls has no ca.crt");
            trust(authority.certificatePem());
            assertThat(run(port, new SocketProbe(), "keystone-tls").reason()).isEqualTo("APIHealthy");
            trust(CertificateAuthority.create("other", clock.instant(), Duration.ofDays(2))
                    .certificatePem());
            assertThat(run(port, new SocketProbe(), "keystone-tls").reason()).isEqualTo("TLSVerificationFailed");
        } finally {
            server.stop(0);
        }
        var stranger = server(authority.issue(List.of("glance.openstack.svc"), clock.instant(), Duration.ofDays(1)));
        try {
            trust(authority.certificatePem());
            assertThat(run(stranger.getAddress().getPort(), new SocketProbe(), "keystone-tls")
                            .reason())
                    .isEqualTo("TLSVerificationFailed");
        } finally {
            stranger.stop(0);
        }
    }

    private static HttpsServer server(CertificateAuthority pair) throws Exception {
        var keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("server", pair.key(), NONE, new Certificate[] {pair.certificate()});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, NONE);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/v3", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private void service(String address) {
        cluster.put(new ServiceBuilder()
                .withNewMetadata()
                .withName("keystone")
                .withNamespace("openstack")
                .endMetadata()
                .withNewSpec()
                .withClusterIP(address)
                .endSpec()
                .build());
    }

    private void trust(String pem) {
        cluster.put(new SecretBuilder()
                .withNewMetadata()
                .withName("keystone-tls")
                .withNamespace("openstack")
                .endMetadata()
                .withData(Map.of("ca.crt", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8))))
                .build());
    }

    private Outcome run(int port, HttpProbe probe) {
        return step(port, Optional.empty()).run(work(probe));
    }

    private Outcome run(int port, HttpProbe probe, String certificate) {
        return step(port, Optional.of(certificate)).run(work(probe));
    }

    private static HealthStep step(int port, Optional<String> certificate) {
        return new HealthStep("keystone", port, HOST, "/v3", certificate);
    }

    private Work work(HttpProbe probe) {
        var owner = new Keystone();
        owner.setMetadata(new ObjectMetaBuilder()
                .withName("keystone")
                .withNamespace("openstack")
                .withUid("1")
                .build());
        return new Work(owner, "keystone", cluster, new Ports().with(HttpProbe.class, probe), clock);
    }
}
