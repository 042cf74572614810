package io.c5c3.infrastructure.ceph;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CephGoldenTest {

    /** Nothing is there yet, so nothing can be told to pods. */
    @Test
    void theFirstLook() {
        Golden.check(new CephStorageBlueprint(), "ceph/first", withoutRook());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ceph/builtin", "ceph/full"})
    void aClusterOfOurOwn(String name) {
        Golden.check(new CephStorageBlueprint(), name, withoutRook(keys(Map.of("address", "10.96.0.33"))));
    }

    /** Monitors, managers and disks on nodes of their own. */
    @Test
    void aClusterOfThree() {
        Golden.check(
                new CephStorageBlueprint(),
                "ceph/three",
                withoutRook(
                        keys(Map.of("address", "10.96.0.33", "address-1", "10.96.0.34", "address-2", "10.96.0.35"))));
    }

    private static Secret keys(Map<String, String> addresses) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("ceph-cluster-keys")
                .endMetadata()
                .withData(SecretText.encoded(addresses))
                .addToData("fsid", SecretText.encoded("0ac73136-eb08-478f-90a0-cc5f66e9054b"))
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ceph/external", "ceph/shared", "ceph/rook"})
    void aClusterOfOthers(String name) {
        Golden.check(new CephStorageBlueprint(), name);
    }

    private static Facts withoutRook(HasMetadata... objects) {
        return Golden.facts(Set.of(CephBlockPool.class, CephClient.class), objects);
    }
}
