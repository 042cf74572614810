package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorityTest {
    @TempDir
    Path folder;

    @Test
    void issuesForNamesAndAddresses() throws Exception {
        var authority = Authority.open(folder, "test");
        var issued = authority.issue("server", Subject.server("server", Set.of("127.0.0.1", "localhost")));

        var certificate = read(issued.certificate());
        certificate.verify(read(authority.certificate()).getPublicKey());
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(entry -> (Object) entry.get(1))
                .containsExactlyInAnyOrder("127.0.0.1", "localhost");
        assertThat(certificate.getExtendedKeyUsage()).hasSize(2);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(issued.key())))
                .isEqualTo("rw-------");
    }

    @Test
    void organisationIsTheKubernetesGroup() throws Exception {
        var issued = Authority.open(folder, "test").issue("admin", Subject.member("someone", "system:masters"));

        assertThat(read(issued.certificate()).getSubjectX500Principal().getName())
                .contains("CN=someone")
                .contains("O=system:masters");
    }

    /** A certificate that is issued anew restarts every program that reads it. */
    @Test
    void keepsWhatServes() throws Exception {
        var subject = Subject.member("someone", "system:masters");
        var first = Files.readString(
                Authority.open(folder, "test").issue("admin", subject).certificate());

        var second = Files.readString(
                Authority.open(folder, "test").issue("admin", subject).certificate());

        assertThat(second).isEqualTo(first);
    }

    @Test
    void issuesAnewForOtherHosts() throws Exception {
        var authority = Authority.open(folder, "test");
        var first = Files.readString(authority
                .issue("server", Subject.server("server", Set.of("127.0.0.1")))
                .certificate());

        var second = authority.issue("server", Subject.server("server", Set.of("127.0.0.2")));

        assertThat(Files.readString(second.certificate())).isNotEqualTo(first);
    }

    /** Killed after the first file of the pair was written. */
    @Test
    void healsAHalfWrittenAuthority() throws Exception {
        var issued = Authority.open(folder, "test").issue("server", Subject.user("someone"));
        Files.delete(folder.resolve("ca.crt"));

        var healed = Authority.open(folder, "test");
        healed.issue("server", Subject.user("someone"));

        read(issued.certificate()).verify(read(healed.certificate()).getPublicKey());
    }

    private static X509Certificate read(Path file) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(file)));
    }
}
