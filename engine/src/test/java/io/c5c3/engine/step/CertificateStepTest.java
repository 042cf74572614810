package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.junit.jupiter.api.Test;

class CertificateStepTest {

    private final Settable clock = new Settable(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final ConfigMap owner = cluster.put(new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("openstack")
            .withName("owner")
            .endMetadata()
            .build());

    @Test
    void servesACertificateOfItsOwnAuthority() throws Exception {
        var outcome = run("cache", "cache.svc", "*.cache.svc", "10.1.2.3");
        assertThat(outcome.reason()).isEqualTo("CertificateIssued");
        assertThat(outcome.again().orElseThrow()).isBetween(Duration.ofDays(59), Duration.ofDays(60));
        var certificate = certificate("cache-tls", "tls.crt");
        var authority = certificate("cache-tls", "ca.crt");
        certificate.verify(authority.getPublicKey());
        authority.verify(authority.getPublicKey());
        assertThat(authority.getBasicConstraints()).isZero();
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getSubjectAlternativeNames())
                .contains(List.of(2, "cache.svc"), List.of(2, "*.cache.svc"), List.of(7, "10.1.2.3"));
        assertThat(secret("cache-tls").getType()).isEqualTo("kubernetes.io/tls");
        assertThat(secret("cache-tls").getMetadata().getOwnerReferences()).hasSize(1);
        assertThat(secret("cache-ca").getMetadata().getOwnerReferences()).isEmpty();
    }

    /** GnuTLS reads no key without it. */
    @Test
    void aKeyHasItsPublicHalf() throws Exception {
        run("cache", "a");
        var pem = value("cache-tls", "tls.key").replaceAll("-----[A-Z ]+-----|\\s", "");
        var key = ECPrivateKey.getInstance(
                PrivateKeyInfo.getInstance(Base64.getDecoder().decode(pem)).parsePrivateKey());
        var known = SubjectPublicKeyInfo.getInstance(
                certificate("cache-tls", "tls.crt").getPublicKey().getEncoded());
        assertThat(key.getPublicKey()).isEqualTo(known.getPublicKeyData());
    }

    @Test
    void asksForNothingTwice() throws Exception {
        run("cache", "b", "a", "::1");
        var writes = cluster.writes();
        clock.advance(Duration.ofDays(59));
        run("cache", "::1", "a", "b");
        assertThat(cluster.writes()).isEqualTo(writes);
    }

    @Test
    void renewsInTimeAndForNewNames() throws Exception {
        run("cache", "a");
        var first = certificate("cache-tls", "tls.crt");
        var authority = value("cache-tls", "ca.crt");
        clock.advance(Duration.ofDays(61));
        run("cache", "a");
        var second = certificate("cache-tls", "tls.crt");
        assertThat(second).isNotEqualTo(first);
        run("cache", "a", "b");
        assertThat(certificate("cache-tls", "tls.crt")).isNotEqualTo(second);
        assertThat(value("cache-tls", "ca.crt")).isEqualTo(authority);
    }

    /** The successor is in every bundle for a whole life of a certificate before it signs the first one. */
    @Test
    void anAuthorityIsTrustedLongBeforeItSigns() throws Exception {
        run("cache", "a");
        var old = value("cache-ca", "tls.crt");
        clock.advance(
                CertificateStep.AUTHORITY_LIFE.multipliedBy(2).dividedBy(3).plusDays(1));
        run("cache", "a");
        var served = value("cache-tls", "tls.crt");
        var next = value("cache-ca", "next.crt");
        assertThat(value("cache-ca", "tls.crt")).isEqualTo(old);
        assertThat(value("cache-tls", "ca.crt")).isEqualTo(old + next);
        certificate("cache-tls", "tls.crt")
                .verify(certificate("cache-ca", "tls.crt").getPublicKey());
        var writes = cluster.writes();
        run("cache", "a");
        assertThat(cluster.writes()).isEqualTo(writes);
        clock.advance(CertificateStep.LIFE.minusDays(1));
        run("cache", "a");
        assertThat(value("cache-ca", "tls.crt")).isEqualTo(old);
        assertThat(value("cache-tls", "tls.crt")).isNotEqualTo(served);
        assertThat(value("cache-tls", "ca.crt")).contains(next);
        clock.advance(Duration.ofDays(1));
        run("cache", "a");
        assertThat(value("cache-ca", "tls.crt")).isEqualTo(next);
        assertThat(value("cache-tls", "ca.crt")).isEqualTo(next + old);
        certificate("cache-tls", "tls.crt")
                .verify(certificate("cache-ca", "tls.crt").getPublicKey());
    }

    /** The key of a successor is written down before anybody trusts it, and is the same after a crash. */
    @Test
    void aCrashBetweenThePhasesMakesNoSecondSuccessor() throws Exception {
        run("cache", "a");
        clock.advance(
                CertificateStep.AUTHORITY_LIFE.multipliedBy(2).dividedBy(3).plusDays(1));
        cluster.interfere(new MemoryCluster.Interference() {
            @Override
            public void after(String write) {
                throw new IllegalStateException("killed after " + write);
            }
        });
        assertThatThrownBy(() -> run("cache", "a")).hasMessageContaining("killed after replace Secret/cache-ca");
        cluster.interfere(new MemoryCluster.Interference() {});
        var next = value("cache-ca", "next.crt");
        run("cache", "a");
        assertThat(value("cache-ca", "next.crt")).isEqualTo(next);
        assertThat(value("cache-tls", "ca.crt")).contains(next);
    }

    @Test
    void whatAClockThatWasAheadMadeIsMadeAnew() throws Exception {
        run("cache", "a");
        var authority = value("cache-ca", "tls.crt");
        clock.advance(Duration.ofDays(100));
        run("cache", "a");
        var early = value("cache-tls", "tls.crt");
        clock.advance(Duration.ofDays(-99));
        var outcome = run("cache", "a");
        assertThat(outcome.message()).contains("by a clock that was ahead");
        assertThat(value("cache-tls", "tls.crt")).isNotEqualTo(early);
        assertThat(certificate("cache-tls", "tls.crt").getNotBefore().toInstant())
                .isBefore(clock.instant());
        assertThat(value("cache-ca", "tls.crt")).isEqualTo(authority);
        assertThat(run("cache", "a").message()).doesNotContain("ahead");
    }

    @Test
    void anAuthorityThatIsNotValidYetIsReplacedAtOnce() throws Exception {
        clock.advance(Duration.ofDays(30));
        run("cache", "a");
        clock.advance(Duration.ofDays(-30));
        run("cache", "a");
        assertThat(certificate("cache-ca", "tls.crt").getNotBefore().toInstant())
                .isBefore(clock.instant());
        assertThat(certificate("cache-tls", "tls.crt").getNotBefore().toInstant())
                .isBefore(clock.instant());
        certificate("cache-tls", "tls.crt")
                .verify(certificate("cache-ca", "tls.crt").getPublicKey());
    }

    @Test
    void lostSecretsAreMadeAgain() throws Exception {
        run("cache", "a");
        for (var lost : List.of("cache-tls", "cache-ca")) {
            cluster.take(Ref.of(Secret.class, "openstack", lost));
            run("cache", "a");
            certificate("cache-tls", "tls.crt")
                    .verify(certificate("cache-ca", "tls.crt").getPublicKey());
        }
    }

    @Test
    void aBrokenAuthorityIsNotReplacedBehindItsOwnersBack() throws Exception {
        run("cache", "a");
        cluster.edit(
                Secret.class, "openstack", "cache-ca", found -> found.getData().put("tls.key", "eHg="));
        var outcome = step("cache", "a").run(work());
        assertThat(outcome.reason()).isEqualTo("AuthorityUnreadable");
    }

    @Test
    void nothingShowsAKey() throws Exception {
        run("cache", "a");
        var authority = CertificateAuthority.parse(value("cache-ca", "tls.crt"), value("cache-ca", "tls.key"));
        assertThat(authority.toString()).isEqualTo("CertificateAuthority[O=CobaltCore, CN=openstack-cache-ca]");
    }

    @Test
    void theNamespacesAuthoritySignsForAllAndGoesWithNone() throws Exception {
        for (var name : List.of("keystone", "glance")) {
            shared(name).run(work());
        }
        assertThat(value("keystone-tls", "ca.crt")).isEqualTo(value("glance-tls", "ca.crt"));
        assertThat(secret("c5c3-ca").getMetadata().getLabels()).isNullOrEmpty();
        shared("keystone").teardown(work());
        certificate("glance-tls", "tls.crt")
                .verify(certificate("c5c3-ca", "tls.crt").getPublicKey());
    }

    private static CertificateStep shared(String name) {
        return new CertificateStep(CertificateStep.Authority.ofNamespace(), name + "-tls", List.of(name));
    }

    private Outcome.Done run(String name, String... names) throws Exception {
        return (Outcome.Done) step(name, names).run(work());
    }

    private static CertificateStep step(String name, String... names) {
        return new CertificateStep(
                CertificateStep.Authority.of(name), CertificateStep.secretName(name), List.of(names));
    }

    private Work work() {
        return new Work(owner, "test", cluster, new Ports(), clock);
    }

    private Secret secret(String name) {
        return cluster.find(Secret.class, "openstack", name).orElseThrow();
    }

    private String value(String secret, String key) {
        return new String(Base64.getDecoder().decode(secret(secret).getData().get(key)), StandardCharsets.UTF_8);
    }

    private X509Certificate certificate(String secret, String key) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(value(secret, key).getBytes(StandardCharsets.UTF_8)));
    }
}
