package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OvnConnectedStepTest {

    private static final String NB = "tcp:ovn-nb.ovn-system:6641";
    private static final String SB = "tcp:ovn-sb.ovn-system:6642";

    private final MemoryOvsdb ovsdb = new MemoryOvsdb(Clock.systemUTC());
    private final MemoryCluster cluster = new MemoryCluster(Clock.systemUTC());
    private final Work work = new Work(
            Golden.resource(OVNCluster.class, "ovn/minimal"),
            "neutron",
            cluster,
            new Ports().with(Ovsdb.class, ovsdb),
            Clock.systemUTC());

    @Test
    void bothAnswer() {
        var outcome = run(NB, SB, Optional.empty());
        assertThat(outcome.reason()).isEqualTo("OVNConnected");
        assertThat(outcome.succeeded()).isTrue();
    }

    @Test
    void neitherAnswers() {
        ovsdb.away(true);
        var outcome = run(NB, SB, Optional.empty());
        assertThat(outcome.reason()).isEqualTo("OVNUnreachable");
        assertThat(outcome.message()).contains("ovn-nb.ovn-system:6641");
    }

    @Test
    void aServerWithoutTheDatabaseIsNoticed() {
        ovsdb.leave("10.0.0.1");
        assertThat(run(NB, "tcp:10.0.0.1:6642", Optional.empty()).reason()).isEqualTo("OVNDatabaseMissing");
    }

    @Test
    void aMistakeSaysWhatToWrite() {
        var outcome = run(NB, "ovn-sb:6642", Optional.empty());
        assertThat(outcome.reason()).isEqualTo("OVNConnectionInvalid");
        assertThat(outcome.message()).contains("ovn.sbConnection").contains("tcp:HOST:PORT");
        assertThat(((Outcome.Failed) outcome).terminal()).isTrue();
    }

    @Test
    void encryptionNeedsACertificate() {
        assertThat(run("ssl:x:1", "ssl:y:2", Optional.empty()).message()).contains("no Secret is named");
        cluster.put(new SecretBuilder()
                .withNewMetadata()
                .withName("certs")
                .withNamespace("openstack")
                .endMetadata()
                .addToData("tls.crt", "eA==")
                .build());
        assertThat(run("ssl:x:1", "ssl:y:2", Optional.of("certs")).message())
                .contains("Secret/certs does not hold all of tls.crt, tls.key, ca.crt");
    }

    private Outcome run(String nb, String sb, Optional<String> secret) {
        return new OvnConnectedStep(nb, sb, secret).run(work);
    }
}
