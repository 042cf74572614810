package io.c5c3.node.compute;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NovaComputeGoldenTest {

    @Test
    void inTheFirstCellOfTheOnlyNova() {
        Golden.check(
                new NovaComputeBlueprint(),
                "compute/minimal",
                Golden.facts(keystone(), nova("{}"), secret("nova-rabbitmq-credentials")));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        var cinder = Json.KUBERNETES.unmarshal("""
                apiVersion: cinder.openstack.c5c3.io/v1alpha1
                kind: Cinder
                metadata: {name: cinder, namespace: openstack}
                spec:
                  backends:
                    - {name: fast, driver: cinder.volume.drivers.rbd.RBDDriver, rbd: {pool: fast}}
                    - {name: iscsi, driver: cinder.volume.drivers.lvm.LVMVolumeDriver}
                """, Cinder.class);
        Golden.check(
                new NovaComputeBlueprint(),
                "compute/full",
                Golden.facts(
                        keystone(),
                        cinder,
                        nova("{cells: [{name: cell1}, {name: far}], tls: {enabled: true}}"),
                        secret("nova-far-rabbitmq-credentials")));
    }

    static HasMetadata secret(String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("openstack")
                .endMetadata()
                .withData(Map.of("username", "bm92YQ==", "password", "eA==", "vhost", "bm92YQ=="))
                .build();
    }

    static Nova nova(String spec) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: nova.openstack.c5c3.io/v1alpha1
                kind: Nova
                metadata: {name: nova, namespace: openstack}
                spec: %s
                """.formatted(spec), Nova.class);
    }

    static Keystone keystone() {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: keystone.openstack.c5c3.io/v1alpha1
                kind: Keystone
                metadata: {name: keystone, namespace: openstack}
                spec: {}
                status:
                  endpoint: http://keystone.openstack.svc.cluster.local:5000
                """, Keystone.class);
    }
}
