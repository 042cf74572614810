package io.c5c3.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import org.junit.jupiter.api.Test;

/** What has to be there before a plane is applied follows from what it asks for, whichever way it asks. */
class IntentTest {

    private static Intent intent(String apiVersion, String kind, String spec) {
        return new Intent(Documents.parse(
                "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: cloud}, spec: " + spec + "}",
                "test"));
    }

    @Test
    void ofAControlPlaneWhatIsSwitchedOn() {
        assertThat(intent(
                                "c5c3.io/v1alpha1",
                                "ControlPlane",
                                "{infrastructure: {ceph: {}}, services: {nova: {enabled: true},"
                                        + " glance: {enabled: false}}, tempest: {enabled: true}}")
                        .parts())
                .contains("ceph", "nova", "tempest")
                .doesNotContain("glance", "cinder");
    }

    @Test
    void ofAnOpenStackControlPlaneAlsoWhatIsNotSwitchedOff() {
        assertThat(intent(
                                "openstack.k8s.io/v1alpha1",
                                "OpenStackControlPlane",
                                "{storageBackend: ceph, placement: {enabled: false}, horizon: {enabled: true}}")
                        .parts())
                .contains("keystone", "glance", "neutron", "nova", "ceph", "horizon")
                .doesNotContain("placement", "cinder");
    }
}
