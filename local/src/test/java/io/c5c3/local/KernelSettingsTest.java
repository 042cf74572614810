package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelSettingsTest {
    /** A setting that is read wrong is put back wrong, for the whole machine. */
    @Test
    void readsSettingsWhole() {
        for (var setting : KernelSettings.CHANGED) {
            var whole = Command.of("cat", "/proc/sys/" + setting).run().strip();
            assertThat(KernelSettings.read(setting)).as(setting).isEqualTo(whole);
        }
    }
}
