package io.c5c3.controlplane;

import io.c5c3.engine.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlPlaneGoldenTest {

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "core", "extras", "full"})
    void aPlaneBecomesTheseChildren(String plane) {
        Golden.check(new ControlPlaneBlueprint(), plane);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openstack/minimal", "openstack/seed", "openstack/full", "openstack/ovs"})
    void andSoDoesOneOfTheOtherKind(String plane) {
        Golden.check(new OpenStackControlPlaneBlueprint(), plane);
    }
}
