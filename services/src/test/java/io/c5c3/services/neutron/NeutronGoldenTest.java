package io.c5c3.services.neutron;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NeutronGoldenTest {

    @Test
    void besideWhatAPlaneMakes() {
        Golden.check(
                new NeutronBlueprint(),
                "neutron/minimal",
                Golden.facts(
                        Neighbours.keystone(),
                        Neighbours.memcached(1),
                        Neighbours.ovn("openstack", "ovn", false),
                        service("ovn-nb", "10.96.0.41"),
                        service("ovn-sb", "10.96.0.42"),
                        Neighbours.nova("{}")));
    }

    @Test
    void asTheDesignShowsIt() {
        Golden.check(new NeutronBlueprint(), "neutron/seed");
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(
                new NeutronBlueprint(),
                "neutron/full",
                Golden.facts(Neighbours.memcached(2), Neighbours.ovn("infrastructure", "hypervisor-cluster-a", true)));
    }

    @Test
    void withEncryptionEverywhere() {
        Golden.check(new NeutronBlueprint(), "neutron/tls", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void withoutOvn() {
        Golden.check(new NeutronBlueprint(), "neutron/sriov", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void byAgentsOfItsOwn() {
        Golden.check(
                new NeutronBlueprint(),
                "neutron/openvswitch",
                Golden.facts(
                        Neighbours.keystone(),
                        Neighbours.nova("{}"),
                        Neighbours.secret(
                                "neutron-rabbitmq-credentials",
                                Map.of("username", "neutron", "password", "secret", "vhost", "neutron"))));
    }

    @Test
    void byAgentsWithEverythingThatCanBeWrittenOfThem() {
        Golden.check(new NeutronBlueprint(), "neutron/openvswitch-full", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void onTheWayToAnotherRelease() {
        Golden.check(
                new NeutronBlueprint(),
                "neutron/upgrade",
                Golden.facts(
                        Neighbours.keystone(),
                        Neighbours.ovn("openstack", "ovn", false),
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withNamespace("openstack")
                                .withName("neutron-neutron-founded")
                                .endMetadata()
                                .withData(Map.of("release", "27.0.1"))
                                .build()));
    }

    private static Service service(String name, String address) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("openstack")
                .endMetadata()
                .withNewSpec()
                .withClusterIP(address)
                .endSpec()
                .build();
    }
}
