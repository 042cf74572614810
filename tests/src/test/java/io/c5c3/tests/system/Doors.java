package io.c5c3.tests.system;

import static io.c5c3.tests.system.Probes.Caller.IMPOSTOR;
import static io.c5c3.tests.system.Probes.Caller.OPERATOR;
import static io.c5c3.tests.system.Probes.Caller.PLANE;
import static io.c5c3.tests.system.Probes.Caller.STRANGER;

import io.c5c3.tests.system.Probes.Caller;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Who may connect to which server of the core cloud: one row for each NetworkPolicy and each of its rules. */
final class Doors {

    private static final Set<Caller> ALL = EnumSet.allOf(Caller.class);
    private static final Set<Caller> OWN = EnumSet.of(PLANE, OPERATOR);
    private static final Set<Caller> MEMBERS = EnumSet.noneOf(Caller.class);

    /**
     * One port of one kind of server.
     *
     * @param policy the NetworkPolicy that guards it
     * @param name of its pods' labels, as is the component
     */
    private record Door(String policy, String name, String component, int port, Set<Caller> admitted) {
        Map<String, String> labels() {
            return Map.of("app.kubernetes.io/name", name, "app.kubernetes.io/component", component);
        }

        @Override
        public String toString() {
            return policy + ":" + port;
        }
    }

    private Doors() {}

    private static final List<Door> TABLE = List.of(
            new Door("database", "mariadb", "server", 3306, OWN),
            new Door("messaging", "rabbitmq", "server", 5672, OWN),
            new Door("messaging management", "rabbitmq", "server", 15672, OWN),
            new Door("messaging metrics", "rabbitmq", "server", 15692, OWN),
            new Door("messaging among members", "rabbitmq", "server", 4369, MEMBERS),
            new Door("messaging among members", "rabbitmq", "server", 25672, MEMBERS),
            new Door("cache", "memcached", "cache", 11211, OWN),
            new Door("northbound", "ovn", "nb", 6641, OWN),
            new Door("northbound among members", "ovn", "nb", 6643, MEMBERS),
            new Door("southbound", "ovn", "sb", 6642, OWN),
            new Door("southbound among members", "ovn", "sb", 6644, MEMBERS),
            new Door("storage", "ceph", "mon", 3300, OWN),
            new Door("identity", "keystone", "api", 5000, ALL),
            new Door("images", "glance", "api", 9292, ALL),
            new Door("placement", "placement", "api", 8778, ALL),
            new Door("network", "neutron", "api", 9696, ALL),
            new Door("compute", "nova", "api", 8774, ALL),
            new Door("metadata", "nova", "metadata", 8775, ALL),
            new Door("consoles", "nova", "novncproxy", 6080, ALL),
            new Door("serial lines", "nova", "serialproxy", 6083, ALL),
            new Door("volumes", "cinder", "api", 8776, ALL));

    /** First those who may: a door that is shut says nothing as long as nobody is behind it. */
    static Stream<DynamicTest> tests(Probes probes) {
        return TABLE.stream()
                .map(door -> DynamicTest.dynamicTest(door.toString(), () -> {
                    var address = probes.address(door.labels());
                    door.admitted().forEach(caller -> probes.may(caller, address, door.port()));
                    Stream.of(IMPOSTOR, STRANGER, PLANE, OPERATOR)
                            .filter(caller -> !door.admitted().contains(caller))
                            .forEach(caller -> probes.mayNot(caller, address, door.port()));
                }));
    }
}
