package io.c5c3.infrastructure.ceph;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.HasMetadata;
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
        var keys = new SecretBuilder()
                .withNewMetadata()
                .withName("ceph-cluster-keys")
                .endMetadata()
                .withData(Map.of(
                        "fsid", SecretText.encoded("0ac73136-eb08-478f-90a0-cc5f66e9054b"),
                        "address", SecretText.encoded("10.96.0.33")))
                .build();
        Golden.check(new CephStorageBlueprint(), name, withoutRook(keys));
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
