package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ceph.conf of our own cluster: what a small one on few machines needs, and over it what a person wrote.
 *
 * @param own as written in the resource
 * @param modules that the manager loads
 */
record ClusterOptions(Map<String, String> own, Set<String> modules) {

    /** A manager that loads none. */
    ClusterOptions(Map<String, String> own) {
        this(own, Set.of());
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_ -]*");

    /** Part of a volume that stays free: a file system needs some room of its own. */
    private static final BigDecimal USABLE = new BigDecimal("0.9");

    /**
     * Of the manager only the figures are wanted. Its Python modules take four fifths of its memory and most of its start, and nothing here
     * asks them but Prometheus, where there is one.
     */
    private static final String MODULES =
            "alerts balancer cephadm cli_api crash dashboard devicehealth diskprediction_local feedback hello influx"
                    + " insights iostat k8sevents localpool mds_autoscaler mirroring nfs orchestrator osd_perf_query"
                    + " osd_support pg_autoscaler progress prometheus rbd_support restful rgw rook selftest snap_schedule"
                    + " stats status telegraf telemetry test_orchestrator volumes zabbix";

    private static final Map<String, String> DEFAULTS = new TreeMap<>(Map.ofEntries(
            Map.entry("auth_allow_insecure_global_id_reclaim", "false"),
            Map.entry("debug_rocksdb", "0/5"),
            Map.entry("mgr_disabled_modules", MODULES),
            Map.entry("mgr_initial_modules", ""),
            // So that the figures are seconds old, not half a minute.
            Map.entry("mgr_stats_period", "2"),
            Map.entry("mon_mgr_digest_period", "2"),
            Map.entry("mon_allow_pool_size_one", "true"),
            Map.entry("mon_data_avail_crit", "1"),
            Map.entry("mon_data_avail_warn", "5"),
            Map.entry("mon_warn_on_pool_no_redundancy", "false"),
            // Debian's own value is a relative path, with which no block device can be made.
            Map.entry("osd_class_dir", "/usr/lib/x86_64-linux-gnu/rados-classes"),
            // Copies on different disks, be they on one machine.
            Map.entry("osd_crush_chooseleaf_type", "0"),
            Map.entry("osd_memory_target", "939524096"),
            Map.entry("osd_pool_default_pg_autoscale_mode", "off"),
            Map.entry("osd_pool_default_size", "1"),
            // No object maps to keep up to date.
            Map.entry("rbd_default_features", "3")));

    /** Logins are not negotiable, pods say where everything is, and logs go where kubectl finds them. */
    private static final Map<String, String> FIXED = Map.of(
            "auth_client_required", "cephx",
            "auth_cluster_required", "cephx",
            "auth_service_required", "cephx",
            "log_to_file", "false",
            "log_to_stderr", "true",
            "mon_cluster_log_to_file", "false",
            "mon_cluster_log_to_stderr", "false",
            "ms_bind_msgr1", "false",
            // Seen through a Service, a pod may seem to have the address of its node.
            "ms_learn_addr_from_peer", "false",
            "osd_objectstore", "bluestore");

    private static final Set<String> OWNED = Set.of(
            "bluestore_block_size",
            "cluster_addr",
            "fsid",
            "keyring",
            "mon_data",
            "mon_host",
            "ms_bind_ipv4",
            "ms_bind_ipv6",
            "osd_data",
            "public_addr",
            "public_bind_addr",
            "run_dir");

    /** What is wrong with the person's part, if anything. */
    Optional<Outcome> problem() {
        for (var option : new TreeMap<>(own).entrySet()) {
            var name = option.getKey();
            if (!NAME.matcher(name).matches() || option.getValue().matches("(?s).*[\\r\\n#;].*")) {
                return Optional.of(Outcome.mistake(
                        "InvalidOption",
                        "builtIn.config has an option that ceph.conf cannot hold: write names such as"
                                + " osd_memory_target, and values of one line."));
            }
            if (OWNED.contains(plain(name)) || FIXED.containsKey(plain(name))) {
                return Optional.of(Outcome.mistake(
                        "OptionNotAllowed",
                        "builtIn.config." + name + " is set by the operator: take it out of builtIn.config."));
            }
        }
        return Optional.empty();
    }

    /** For those who run the cluster. */
    String daemons(ClusterPlace place, String storageSize) {
        var options = chosen();
        options.putAll(FIXED);
        options.put("bluestore_block_size", blockSize(storageSize));
        options.put("ms_bind_ipv4", String.valueOf(!place.isSix()));
        options.put("ms_bind_ipv6", String.valueOf(place.isSix()));
        options.put("run_dir", "/run/ceph");
        return text(place, options);
    }

    /** For those who use it. */
    String clients(ClusterPlace place) {
        var options = chosen();
        options.keySet().removeIf(option -> !option.startsWith("rbd_"));
        options.put("auth_client_required", "cephx");
        return text(place, options);
    }

    private SortedMap<String, String> chosen() {
        var options = new TreeMap<>(DEFAULTS);
        if (!modules.isEmpty()) {
            options.put(
                    "mgr_disabled_modules",
                    Stream.of(MODULES.split(" "))
                            .filter(module -> !modules.contains(module))
                            .collect(Collectors.joining(" ")));
        }
        own.forEach((name, value) -> options.put(plain(name), value));
        return options;
    }

    private static String text(ClusterPlace place, SortedMap<String, String> options) {
        options.put("fsid", place.fsid());
        options.put("mon_host", place.monitorHosts());
        return options.entrySet().stream()
                .map(option -> (option.getKey() + " = " + option.getValue()).strip())
                .collect(Collectors.joining("\n", "[global]\n", "\n"));
    }

    private static String blockSize(String storageSize) {
        return new Quantity(storageSize)
                .getNumericalAmount()
                .multiply(USABLE)
                .setScale(0, RoundingMode.DOWN)
                .toPlainString();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[ -]+", "_");
    }
}
