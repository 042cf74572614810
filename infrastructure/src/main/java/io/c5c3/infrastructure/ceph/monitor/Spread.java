package io.c5c3.infrastructure.ceph.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephPool;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What copies of the same data must not share: a host, where there are as many hosts with disks as there are copies, else only a disk.
 *
 * @param hosts how many hosts have disks, be they up or not
 * @param rules the numbers of the rules, by name
 */
record Spread(int hosts, Map<String, Integer> rules) {

    /** Ours. */
    private static final String BY_HOST = "by-host";

    /** The one a cluster has from the start; in ours it is content with different disks. */
    private static final String BY_DISK = "replicated_rule";

    static Spread of(MonitorSession session) throws CephFailure {
        var hosts = stream(session.ask("osd tree").path("nodes"))
                .filter(node -> "host".equals(node.path("type").asText())
                        && !node.path("children").isEmpty())
                .count();
        var rules = new HashMap<String, Integer>();
        session.ask("osd crush rule dump")
                .forEach(rule -> rules.put(
                        rule.path("rule_name").asText(), rule.path("rule_id").asInt()));
        return new Spread((int) hosts, rules);
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** @param rule the number of the rule the pool has */
    void tend(MonitorSession session, CephPool pool, int copies, int rule) throws CephFailure {
        var wanted = hosts >= copies ? BY_HOST : BY_DISK;
        var now = Stream.of(BY_HOST, BY_DISK)
                .filter(ours -> Integer.valueOf(rule).equals(rules.get(ours)))
                .findFirst();
        // As it shall be, or as a person has made it.
        if (now.isEmpty() || now.get().equals(wanted)) {
            return;
        }
        if (!rules.containsKey(wanted)) {
            session.ask("osd crush rule create-replicated", Map.of("name", wanted, "root", "default", "type", "host"));
        }
        MonitorCeph.set(session, pool, "crush_rule", wanted);
    }
}
