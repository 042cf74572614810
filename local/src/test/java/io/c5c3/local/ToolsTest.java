package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ToolsTest {
    @Test
    void anotherPatchFits() {
        assertThat(Tools.speaksOf("Kubernetes v1.34.1", "v1.34.4")).isTrue();
        assertThat(Tools.speaksOf("Client Version: v1.34.9\nKustomize Version: v5.7.1", "v1.34.4"))
                .isTrue();
        assertThat(Tools.speaksOf("etcd Version: 3.6.4\nGo Version: go1.24", "v3.6.6"))
                .isTrue();
    }

    @Test
    void anotherMinorDoesNotFit() {
        assertThat(Tools.speaksOf("Client Version: v1.32.4-dispatcher", "v1.34.4"))
                .isFalse();
        assertThat(Tools.speaksOf("etcd Version: 3.4.23", "v3.6.6")).isFalse();
        assertThat(Tools.speaksOf("Kubernetes v1.340.1", "v1.34.4")).isFalse();
    }

    @Test
    void sayWhatToInstall() {
        assertThatThrownBy(() -> Tools.find("no-such-program", Progress.silent()))
                .isInstanceOf(LocalException.class)
                .hasMessageContaining("no-such-program")
                .hasMessageContaining("install");
    }
}
