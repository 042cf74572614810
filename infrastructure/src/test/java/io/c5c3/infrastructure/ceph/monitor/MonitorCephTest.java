package io.c5c3.infrastructure.ceph.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Thing;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephKey;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.CephPool;
import io.c5c3.infrastructure.ceph.CephRefused;
import io.c5c3.infrastructure.ceph.CephUnavailable;
import io.c5c3.infrastructure.ceph.CephUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonitorCephTest {

    private static final String STATUS = """
        {"fsid": "f", "health": {"status": "HEALTH_WARN", "checks": {
            "A": {"summary": {"message": "one disk is slow"}, "muted": false},
            "B": {"summary": {"message": "no modules"}, "muted": true}}, "mutes": [{"code": "B"}]},
         "osdmap": {"num_osds": 3, "num_up_osds": 2}, "mgrmap": {"available": true},
         "pgmap": {"pgs_by_state": [{"state_name": "active+clean", "count": 7}, {"state_name": "peering", "count": 1}]}}\
        """;
    private static final String SPACE = """
        {"stats": {"total_bytes": 300, "total_avail_bytes": 200},
         "pools": [{"name": "images", "stats": {"stored": 10, "max_avail": 90}}]}\
        """;

    private final MonitorCeph ceph = new MonitorCeph();

    @Test
    void aReportIsReadFromThreeAnswers() throws Exception {
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var report = ceph.report(monitor.login("client.admin"));
            assertThat(report.version()).isEqualTo("18.2.7");
            assertThat(report.describe()).isEqualTo("HEALTH_WARN (one disk is slow)");
            assertThat(report.mutes()).containsExactly("B");
            assertThat(report.active()).isFalse();
            assertThat(report.disksUp()).isEqualTo(2);
            assertThat(report.pools().get("images").availableBytes()).isEqualTo(90);
            assertThat(monitor.commands()).hasSize(3);
        }
    }

    @Test
    void whatIsInOrderIsLeftAlone() throws Exception {
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var admin = monitor.login("client.admin");
            ceph.ensurePools(admin, List.of(new CephPool("images", Optional.of(3), Optional.of(8), false)));
            var caps = new TreeMap<>(Map.of("mon", "profile rbd"));
            assertThat(ceph.ensureUsers(admin, List.of(new CephUser("client.glance", caps))))
                    .containsEntry("client.glance", new CephKey("AQ=="));
            assertThat(monitor.commands())
                    .hasSize(2)
                    .allMatch(command -> command.contains("osd pool ls") || command.contains("auth get\""));
        }
    }

    @Test
    void whatIsNotIsPutRight() throws Exception {
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var admin = monitor.login("client.admin");
            ceph.ensurePools(
                    admin,
                    List.of(
                            new CephPool("images", Optional.of(2), Optional.empty(), false),
                            new CephPool("volumes", Optional.of(1), Optional.of(8), false)));
            ceph.ensureUsers(
                    admin,
                    List.of(
                            new CephUser("client.glance", new TreeMap<>(Map.of("mon", "allow r"))),
                            new CephUser("client.none", new TreeMap<>(Map.of("mon", "allow r")))));
            assertThat(prefixes(monitor))
                    .containsExactly(
                            "osd pool ls",
                            "osd pool set",
                            "osd pool create",
                            "osd pool application enable",
                            "auth get",
                            "auth caps",
                            "auth get",
                            "auth get-or-create");
        }
    }

    /** Apart by host where there are as many hosts as copies, and one copy short once all are there. */
    @Test
    void poolsOfOurOwnClusterAreTended() throws Exception {
        var state = new AtomicReference<>("active+undersized");
        try (var monitor = new StandInMonitor(command -> tended(state.get(), command))) {
            var admin = monitor.login("client.admin");
            var pools = List.of(new CephPool("images", Optional.of(3), Optional.of(8), true));
            ceph.ensurePools(admin, pools);
            assertThat(prefixes(monitor))
                    .containsExactly(
                            "osd pool ls",
                            "osd tree",
                            "osd crush rule dump",
                            "osd crush rule create-replicated",
                            "osd pool set",
                            "status");
            assertThat(monitor.commands().get(4)).contains("crush_rule", "by-host");
            state.set("active+clean");
            ceph.ensurePools(admin, pools);
            assertThat(monitor.commands().getLast()).contains("min_size", "\"2\"");
        }
    }

    /** More copies are not waited for by whoever uses the pool. */
    @Test
    void aPoolThatGetsMoreCopiesStaysWritable() throws Exception {
        try (var monitor = new StandInMonitor(command -> tended("active+clean", command))) {
            ceph.ensurePools(
                    monitor.login("client.admin"),
                    List.of(new CephPool("images", Optional.of(4), Optional.empty(), true)));
            assertThat(monitor.commands().get(1)).contains("\"size\"", "\"4\"");
            assertThat(monitor.commands().get(2)).contains("\"min_size\"", "\"1\"");
            assertThat(monitor.commands().getLast())
                    .as("fewer hosts than copies")
                    .contains("osd crush rule dump");
        }
    }

    private static MonitorConnection.Reply tended(String state, String command) {
        var answer = command.contains("pool ls")
                ? "[{\"pool_name\": \"images\", \"size\": 3, \"min_size\": 1, \"crush_rule\": 0,"
                        + " \"application_metadata\": {\"rbd\": {}}}]"
                : command.contains("osd tree")
                        ? "{\"nodes\": [{\"type\": \"host\", \"children\": [0]}, {\"type\": \"host\", \"children\":"
                                + " [1]}, {\"type\": \"host\", \"children\": [2]}, {\"type\": \"host\", \"children\":"
                                + " []}]}"
                        : command.contains("rule dump")
                                ? "[{\"rule_name\": \"replicated_rule\", \"rule_id\": 0}]"
                                : command.contains("\"status\"")
                                        ? "{\"pgmap\": {\"pgs_by_state\": [{\"state_name\": \"" + state
                                                + "\", \"count\": 8}]}}"
                                        : "";
        return new MonitorConnection.Reply(0, "", answer.getBytes(StandardCharsets.UTF_8));
    }

    /** One that does not answer is asked last for a while. */
    @Test
    void theOtherMonitorsAnswerForOneThatIsGone() throws Exception {
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var there = monitor.login("client.admin");
            var gone = new CephLogin.Monitor("127.0.0.1", 1);
            var login = new CephLogin(List.of(gone, there.monitors().getFirst()), there.user(), there.key());
            assertThat(ceph.report(login).version()).isEqualTo("18.2.7");
            assertThat(Silence.last(login.monitors()))
                    .containsExactly(there.monitors().getFirst(), gone);
        }
    }

    @Test
    void whoMadeWhatIsKeptInTheStoreOfTheMonitors() throws Exception {
        var store = new ConcurrentHashMap<String, String>();
        var pool = new Thing("pool", "images");
        var one = new Owner("openstack.k8s.io", "CephStorage", "openstack", "ceph", "1-2");
        try (var monitor = new StandInMonitor(command -> keys(store, command))) {
            var records = ceph.records(monitor.login("client.admin"));
            assertThat(records.owner(pool)).isEmpty();
            records.record(pool, one);
            assertThat(store).containsOnlyKeys("c5c3/owner/pool/images");
            records.record(pool, new Owner("openstack.k8s.io", "CephStorage", "other", "ceph", "3-4"));
            assertThat(records.owner(pool)).as("the first has it").contains(one);
            records.strike(pool);
            assertThat(store).isEmpty();
        }
    }

    /** The store as the monitors keep it: what is written comes back as it was, and what is not there is error 2. */
    private static MonitorConnection.Reply keys(Map<String, String> store, String command) {
        try {
            var fields = new ObjectMapper().readTree(command);
            var key = fields.path("key").asText();
            switch (fields.path("prefix").asText()) {
                case "config-key set" -> store.put(key, fields.path("val").asText());
                case "config-key rm" -> store.remove(key);
                default -> {
                    if (!store.containsKey(key)) {
                        return new MonitorConnection.Reply(-2, "", new byte[0]);
                    }
                    return new MonitorConnection.Reply(0, "", store.get(key).getBytes(StandardCharsets.UTF_8));
                }
            }
            return new MonitorConnection.Reply(0, "", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"client.nobody,true", "client.admin,false"})
    void aStrangerIsTurnedAway(String user, boolean rightKey) throws IOException {
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var login = monitor.login(user);
            var used = rightKey
                    ? login
                    : new CephLogin(login.monitors(), user, CephKey.generate(Instant.EPOCH.plusSeconds(9)));
            assertThatThrownBy(() -> ceph.report(used))
                    .isInstanceOf(CephRefused.class)
                    .hasMessage("the cluster knows no " + user + " with this key (error 13)");
        }
    }

    @Test
    void aRefusalIsToldInTheMonitorsWords() throws IOException {
        try (var monitor =
                new StandInMonitor(command -> new MonitorConnection.Reply(-13, "access denied", new byte[0]))) {
            assertThatThrownBy(() -> ceph.mute(monitor.login("client.admin"), "X"))
                    .isInstanceOfSatisfying(
                            CephRefused.class,
                            refused -> assertThat(refused.isDenied()).isTrue())
                    .hasMessage("\"status\" was refused: access denied (error 13)");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 400 Bad Request,it is no Ceph monitor",
        "ceph v027 and more,it only speaks the old protocol: write the address of its port 3300",
        "ceph,it closed the connection"
    })
    void somethingElseIsRecognised(String greeting, String words) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The caller was quick to leave.
                    return;
                }
            });
            assertThatThrownBy(() -> ceph.report(login(server.getLocalPort())))
                    .isInstanceOf(CephUnavailable.class)
                    .hasMessageContaining(words);
        }
    }

    @Test
    void theNextMonitorIsAskedWhenOneIsAway() throws IOException, CephFailure {
        int closed;
        try (var server = new ServerSocket(0)) {
            closed = server.getLocalPort();
        }
        var away = new CephLogin.Monitor("127.0.0.1", closed);
        try (var monitor = new StandInMonitor(MonitorCephTest::ordinary)) {
            var login = monitor.login("client.admin");
            var both = new CephLogin(List.of(away, login.monitors().getFirst()), login.user(), login.key());
            assertThat(ceph.report(both).fsid()).isEqualTo("f");
        }
        assertThatThrownBy(() -> ceph.report(login(closed)))
                .hasMessage("no monitor answers (127.0.0.1:" + closed + ": connection refused)");
    }

    private static CephLogin login(int port) {
        return new CephLogin(
                List.of(new CephLogin.Monitor("127.0.0.1", port)), "client.admin", CephKey.generate(Instant.EPOCH));
    }

    private static List<String> prefixes(StandInMonitor monitor) {
        return monitor.commands().stream()
                .map(command -> command.replaceAll(".*\"prefix\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    /** A cluster with one pool of three copies and one user. */
    private static MonitorConnection.Reply ordinary(String command) {
        if (command.contains("\"client.none\"") && command.contains("auth get\"")) {
            return new MonitorConnection.Reply(-2, "failed to find client.none in keyring", new byte[0]);
        }
        var answer = command.contains("\"status\"")
                ? STATUS
                : command.contains("\"df\"")
                        ? SPACE
                        : command.contains("\"version\"")
                                ? "{\"version\": \"ceph version 18.2.7 (6b0e) reef (stable)\"}"
                                : command.contains("pool ls")
                                        ? "[{\"pool_name\": \"images\", \"size\": 3, \"application_metadata\":"
                                                + " {\"rbd\": {}}}]"
                                        : command.contains("auth get")
                                                ? "[{\"key\": \"AQ==\", \"caps\": {\"mon\": \"profile rbd\"}}]"
                                                : "";
        return new MonitorConnection.Reply(0, "", answer.getBytes(StandardCharsets.UTF_8));
    }
}
