package io.c5c3.local;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.GeneralName;

/**
 * Whom a certificate is for: to Kubernetes the name is a user and the organisation a group.
 *
 * @param organisation empty for none
 * @param hosts names and addresses under which it is reached as a server
 */
record Subject(String name, String organisation, Set<String> hosts) {
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    Subject {
        hosts = Set.copyOf(hosts);
    }

    static Subject authority(String cluster) {
        return new Subject("c5c3 local cluster " + cluster, "", Set.of());
    }

    static Subject user(String name) {
        return new Subject(name, "", Set.of());
    }

    static Subject member(String name, String organisation) {
        return new Subject(name, organisation, Set.of());
    }

    static Subject server(String name, Set<String> hosts) {
        return new Subject(name, "", hosts);
    }

    X500Principal principal() {
        return new X500Principal(organisation.isEmpty() ? "CN=" + name : "CN=" + name + ",O=" + organisation);
    }

    GeneralName[] generalNames() {
        return hosts.stream()
                .sorted()
                .map(host -> new GeneralName(
                        ADDRESS.matcher(host).matches() ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new);
    }

    boolean isThatOf(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            var known = names == null
                    ? Set.of()
                    : names.stream().map(entry -> entry.get(1)).collect(Collectors.toSet());
            return known.equals(hosts) && certificate.getSubjectX500Principal().equals(principal());
        } catch (CertificateParsingException e) {
            return false;
        }
    }
}
