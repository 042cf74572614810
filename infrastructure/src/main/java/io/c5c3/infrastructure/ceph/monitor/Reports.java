package io.c5c3.infrastructure.ceph.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.infrastructure.ceph.CephReport;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the monitors' answers mean. */
final class Reports {

    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+");

    private Reports() {}

    static CephReport of(JsonNode status, JsonNode space, JsonNode version) {
        var groups = new TreeMap<String, Integer>();
        for (var state : status.at("/pgmap/pgs_by_state")) {
            groups.put(state.path("state_name").asText(), state.path("count").asInt());
        }
        var pools = new TreeMap<String, CephReport.Space>();
        for (var pool : space.path("pools")) {
            var stats = pool.path("stats");
            pools.put(
                    pool.path("name").asText(),
                    new CephReport.Space(
                            stats.path("stored").asLong(),
                            stats.path("max_avail").asLong()));
        }
        return new CephReport(
                status.path("fsid").asText(),
                version(version.path("version").asText()),
                status.at("/health/status").asText(),
                checks(status.path("health")),
                mutes(status.path("health")),
                status.at("/mgrmap/available").asBoolean(),
                status.at("/osdmap/num_osds").asInt(),
                status.at("/osdmap/num_up_osds").asInt(),
                groups,
                space.at("/stats/total_bytes").asLong(),
                space.at("/stats/total_avail_bytes").asLong(),
                pools);
    }

    /** Out of "ceph version 18.2.7 (6b0e98) reef (stable)". */
    private static String version(String sentence) {
        var number = VERSION.matcher(sentence);
        return number.find() ? number.group() : sentence;
    }

    private static List<String> checks(JsonNode health) {
        var checks = new ArrayList<String>();
        for (var check : health.path("checks")) {
            if (!check.path("muted").asBoolean()) {
                checks.add(check.at("/summary/message").asText());
            }
        }
        return checks;
    }

    static List<String> mutes(JsonNode health) {
        var mutes = new ArrayList<String>();
        health.path("mutes").forEach(mute -> mutes.add(mute.path("code").asText()));
        return mutes;
    }
}
