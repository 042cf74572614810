package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OvnConnectionTest {

    private final Facts facts = Golden.facts(
            new ServiceBuilder()
                    .withNewMetadata()
                    .withName("ovn-nb")
                    .withNamespace("ovn-system")
                    .endMetadata()
                    .withNewSpec()
                    .withClusterIP("10.96.0.7")
                    .endSpec()
                    .build(),
            Golden.resource(OVNCluster.class, "ovn/seed"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp:ovn-nb.ovn-system:6641",
                "ssl:10.0.0.1:6641,ssl:10.0.0.2:6641",
                "tcp:[2001:db8::1]:6641",
                "ssl:nb.example.com:6641"
            })
    void theseAreWays(String text) {
        assertThat(new OvnConnection(text).isValid()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ovn-nb:6641", "http:x:1", "tcp:x", "tcp:x:1,", "unix:/run/x", "tcp:a b:1"})
    void theseAreNot(String text) {
        assertThat(new OvnConnection(text).isValid()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ovn-nb.ovn-system", "ovn-nb.ovn-system.svc", "ovn-nb.ovn-system.svc.cluster.local"})
    void aServiceIsFoundByAnyOfItsNames(String host) {
        assertThat(new OvnConnection("tcp:" + host + ":6641")
                        .numeric(facts, "openstack")
                        .text())
                .isEqualTo("tcp:10.96.0.7:6641");
    }

    @Test
    void otherNamesStayAsTheyAre() {
        assertThat(new OvnConnection("tcp:ovn-nb:6641, ssl:nb.example.com:6641")
                        .numeric(facts, "openstack")
                        .text())
                .isEqualTo("tcp:ovn-nb:6641,ssl:nb.example.com:6641");
        assertThat(new OvnConnection("tcp:[2001:db8::1]:6641")
                        .numeric(facts, "openstack")
                        .text())
                .isEqualTo("tcp:[2001:db8::1]:6641");
    }

    @Test
    void endpointsOfAClusterElsewhereBringACopyOfItsCertificate() {
        var endpoints = OvnEndpoints.of("openstack", way("ovn")).orElseThrow();
        assertThat(endpoints.nb()).isEqualTo("ssl:ovn-nb.ovn-system.svc.cluster.local:6641");
        assertThat(endpoints.sb()).isEqualTo("ssl:ovn-sb.ovn-system.svc.cluster.local:6642");
        assertThat(endpoints.tlsSecret()).contains("ovn-system-ovn-tls-certs");
        assertThat(endpoints.origin())
                .contains(new OvnEndpoints.Origin(Ref.of(OVNCluster.class, "ovn-system", "ovn"), "ovn-tls-certs"));
        assertThat(endpoints.certificate().intends("openstack"))
                .containsExactly(Ref.of(Secret.class, "openstack", "ovn-system-ovn-tls-certs"));
        assertThat(OvnEndpoints.of("ovn-system", way("ovn")).orElseThrow().tlsSecret())
                .contains("ovn-tls-certs");
        assertThat(OvnEndpoints.of("openstack", way("other"))).isEmpty();
    }

    private Elsewhere way(String cluster) {
        return facts.elsewhere(Ref.of(OVNCluster.class, "ovn-system", cluster));
    }
}
