package io.c5c3.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWordsTest {

    @Test
    void whatIsSaidAfterTheCauseIsNotTheCause() {
        assertThat(LastWords.of("""
                2026-01-01 12:00:00.264 7 ERROR neutron Exit code: 1
                2026-01-01 12:00:00.264 7 ERROR neutron Stderr: 'ovsdb-client: failed to connect to "tcp:10.0.0.1:6641" (Connection refused)'
                2026-01-01 12:00:00.264 7 ERROR neutron\s
                unable to load app 0 (mountpoint='') (callable not found or import error)
                *** no app loaded. GAME OVER ***
                goodbye to uWSGI.
                """))
                .isEqualTo("Stderr: 'ovsdb-client: failed to connect to \"tcp:10.0.0.1:6641\" (Connection refused)'");
    }

    @Test
    void theRequestIsNotPartOfIt() {
        assertThat(LastWords.of(
                        "2026-01-01 12:00:00.862 8 CRITICAL nova [None req-3 - - - -] Unhandled error: it broke\n"))
                .isEqualTo("Unhandled error: it broke");
    }

    @Test
    void anErrorThatNobodyCaught() {
        assertThat(LastWords.of("""
                Traceback (most recent call last):
                  File "x.py", line 1, in <module>
                keystone.exception.ValidationError: no such thing
                worker 1 buried after 1 seconds
                """)).isEqualTo("keystone.exception.ValidationError: no such thing");
    }

    @Test
    void elseTheLastLine() {
        assertThat(LastWords.of("one\ntwo  \n\n")).isEqualTo("two");
        assertThat(LastWords.of("\n")).isEmpty();
    }
}
