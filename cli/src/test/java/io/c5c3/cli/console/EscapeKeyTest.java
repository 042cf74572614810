package io.c5c3.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EscapeKeyTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void allOtherKeysAreForTheGuest() {
        var typed = bytes("ls\r\u0003\u001b[A]");
        assertThat(EscapeKey.isIn(typed)).isFalse();
        assertThat(EscapeKey.before(typed)).isEqualTo(typed);
    }

    @Test
    void whatWasTypedBeforeItStillGoesThere() {
        var typed = bytes("exit\r\u001drest");
        assertThat(EscapeKey.isIn(typed)).isTrue();
        assertThat(EscapeKey.before(typed)).isEqualTo(bytes("exit\r"));
    }
}
