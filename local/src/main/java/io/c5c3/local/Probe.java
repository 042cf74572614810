package io.c5c3.local;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks programs of a cluster whether they are ready. */
final class Probe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient client;

    /** Trusts the cluster's authority. It has no identity of its own: health is public. */
    Probe(Path authority) {
        client = HttpClient.newBuilder()
                .sslContext(trusting(authority))
                .connectTimeout(PATIENCE)
                .build();
    }

    private static SSLContext trusting(Path authority) {
        try {
            var text = Text.read(authority)
                    .orElseThrow(() -> new LocalException(authority + " is gone; run the same command again."));
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "ca",
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new LocalException(authority + " is not a certificate: run 'down --purge', then 'up'.", e);
        }
    }

    /** Whether the address answers 200; no answer is a no. */
    boolean isWell(String address) {
        try {
            var request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(PATIENCE)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether somebody listens on a socket file. */
    static boolean listens(Path socket) {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
