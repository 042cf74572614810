package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.infrastructure.ceph.CephLogin.Monitor;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that people hand in, in all the ways they are written. */
class CephFilesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[global]\nmon_host = 10.0.0.1,10.0.0.2",
                "mon host = 10.0.0.1 10.0.0.2:6789",
                "[global]\n  mon-host=10.0.0.1:3300, 10.0.0.2:3300 # both\n[osd]\nmon_host = 10.9.9.9",
                "[client]\nMon Host = [v2:10.0.0.1:3300/0,v1:10.0.0.1:6789/0] [v2:10.0.0.2:3300/0,v1:10.0.0.2:6789/0]",
                "[global]\nmon_host = v1:10.0.0.1:6789/0,v1:10.0.0.2:6789/0",
                "; mon_host = 10.9.9.9\n[global]\nmon_host = [v2:10.0.0.1:3300],[v2:10.0.0.2:3300]",
            })
    void monitorsAreFound(String conf) {
        assertThat(CephConf.monitors(conf))
                .containsExactly(new Monitor("10.0.0.1", 3300), new Monitor("10.0.0.2", 3300));
    }

    @Test
    void otherPortsNamesAndTheNewerInternetAreUnderstood() {
        assertThat(CephConf.monitors("mon_host = v2:[2001:db8::1]:3301/0,mon-b.example.org"))
                .containsExactly(new Monitor("2001:db8::1", 3301), new Monitor("mon-b.example.org", 3300));
        assertThat(CephConf.monitors("[global]\nfsid = 1\n")).isEmpty();
        assertThat(CephConf.monitors("")).isEmpty();
    }

    @Test
    void aKeyRingIsReadAsItIsWritten() {
        var key = CephKey.generate(Instant.parse("2026-01-01T00:00:00Z"));
        var text = Keyring.section("client.a", key, new TreeMap<>(Map.of("mon", "profile rbd"))) + "[client.b]\n  key="
                + key.text() + "\n  auid = 0\n";
        var keyring = Keyring.parse(text);
        assertThat(keyring.keys()).containsOnlyKeys("client.a", "client.b").containsEntry("client.b", key);
        assertThat(Keyring.parse(keyring.text())).isEqualTo(keyring);
    }

    @Test
    void aKeyIsAKeyOrIsNot() {
        assertThat(CephKey.generate(Instant.now()).secret())
                .get()
                .satisfies(bytes -> assertThat(bytes).hasSize(16));
        assertThat(CephKey.generate(Instant.now()).text()).hasSize(40).startsWith("A");
        assertThat(new CephKey("AQBSdFtHAAAAABAAxZWO3GDIVHrq1ixQNxJ5+w==").secret())
                .isPresent();
        for (var text : List.of("", "secret", "AQ==", "////////////////", "AQAAAA=")) {
            assertThat(new CephKey(text).secret()).as(text).isEmpty();
        }
        assertThat(CephKey.generate(Instant.now()).toString()).isEqualTo("***");
    }
}
