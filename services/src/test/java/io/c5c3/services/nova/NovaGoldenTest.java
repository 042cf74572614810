package io.c5c3.services.nova;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NovaGoldenTest {

    @ParameterizedTest
    @ValueSource(strings = {"nova/seed", "nova/full"})
    void inAnEmptyNamespace(String name) {
        Golden.check(new NovaBlueprint(), name);
    }

    @Test
    void withNothingWrittenBesideAKeystone() {
        Golden.check(new NovaBlueprint(), "nova/minimal", Golden.facts(keystone()));
    }

    static Keystone keystone() {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: keystone.openstack.c5c3.io/v1alpha1
                kind: Keystone
                metadata: {name: keystone, namespace: openstack}
                spec: {}
                status:
                  endpoint: http://keystone.openstack.svc.cluster.local:5000
                  conditions: [{type: Ready, status: "True"}]
                """, Keystone.class);
    }
}
