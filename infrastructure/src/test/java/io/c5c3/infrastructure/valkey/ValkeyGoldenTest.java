package io.c5c3.infrastructure.valkey;

import io.c5c3.api.foreign.Valkey;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValkeyGoldenTest {

    /** The second is the example of the documents, which there is one of SAP's kind. */
    @ParameterizedTest
    @ValueSource(strings = {"valkey/minimal", "valkey/seed"})
    void serversOfOurOwn(String name) {
        Golden.check(new ValkeyBlueprint(), name, withoutSap());
    }

    /** Its volumes show that the servers had begun before: all start at once. */
    @Test
    void serversThatWereThereBefore() {
        Golden.check(
                new ValkeyBlueprint(),
                "valkey/full",
                withoutSap(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName("data-valkey-1")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build()));
    }

    @Test
    void serversOfSap() {
        Golden.check(new ValkeyBlueprint(), "valkey/sap");
    }

    private static Facts withoutSap(HasMetadata... objects) {
        return Golden.facts(Set.of(Valkey.class), objects);
    }
}
