package io.c5c3.infrastructure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.engine.Ports;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.step.CertificateStep;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** The connection goes to an address, which no certificate names; what counts is the name Keystone is known by. */
class KeystoneTlsTest {

    private static final String HOST = "keystone.openstack.svc.cluster.local";
    private static final IdentityLogin ADMIN = new IdentityLogin("admin", "geheim", "admin");

    private final MemoryCluster cluster = new MemoryCluster(Clock.systemUTC());
    private final Secret secret = issued();

    @Test
    void theNameInTheCertificateCounts() throws Exception {
        try (var keystone = ScriptedKeystone.encrypted(context())) {
            var authority = Optional.of(value("ca.crt"));
            new KeystoneIdentity().login(keystone.address(HOST, authority), ADMIN);
            assertThat(keystone.questions()).hasSize(1);
            assertThatThrownBy(
                            () -> new KeystoneIdentity().login(keystone.address("other.example.org", authority), ADMIN))
                    .isInstanceOf(IdentityUnavailable.class)
                    .hasMessageEndingWith("shows a certificate that is not trusted");
            assertThat(keystone.questions()).hasSize(1);
        }
    }

    @Test
    void anUnknownAuthorityIsNotTrusted() throws Exception {
        try (var keystone = ScriptedKeystone.encrypted(context())) {
            assertThatThrownBy(() -> new KeystoneIdentity().login(keystone.address(HOST, Optional.empty()), ADMIN))
                    .isInstanceOf(IdentityUnavailable.class)
                    .hasMessageEndingWith("shows a certificate that is not trusted");
            assertThatThrownBy(
                            () -> new KeystoneIdentity().login(keystone.address(HOST, Optional.of("nonsense")), ADMIN))
                    .isInstanceOf(IdentityUnavailable.class);
            assertThat(keystone.questions()).isEmpty();
        }
    }

    private Secret issued() {
        var owner = cluster.put(new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withName("keystone")
                .endMetadata()
                .build());
        try {
            new CertificateStep(CertificateStep.Authority.ofNamespace(), "keystone-tls", List.of(HOST))
                    .run(new Work(owner, "keystone", cluster, new Ports(), Clock.systemUTC()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return cluster.find(Secret.class, "openstack", "keystone-tls").orElseThrow();
    }

    private String value(String key) {
        return new String(Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
    }

    private SSLContext context() throws Exception {
        var pem = value("tls.key").replaceAll("-----[A-Z ]+-----|\\s", "");
        var key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        var chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(value("tls.crt").getBytes(StandardCharsets.UTF_8)));
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("keystone", key, new char[0], chain.toArray(Certificate[]::new));
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
