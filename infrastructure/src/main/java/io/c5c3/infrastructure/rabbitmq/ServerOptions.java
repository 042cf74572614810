package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Outcome;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The servers' options: what a cluster on Kubernetes needs, and over it what a person wrote. The same whatever the number of servers. */
record ServerOptions(RabbitMQ.Spec spec) {

    /** Where the certificate is mounted. */
    static final String TLS = "/etc/rabbitmq/tls";

    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9_.$-]*");

    /** Enough for the traffic of a small cloud; more than this only pays where the load is known. */
    private static final int DEFAULT_SCHEDULERS = 2;

    /** Where the servers listen and how they find each other is laid down by the pod. */
    private static final List<String> OWNED = List.of(
            "listeners.",
            "ssl_options.",
            "management.tcp.",
            "management.ssl.",
            "management.listener.",
            "prometheus.tcp.",
            "prometheus.ssl.",
            "cluster_formation.",
            "default_user",
            "default_pass",
            "default_vhost",
            "default_permissions.",
            "default_queue_type");

    /** What is wrong with the person's part, if anything. */
    Optional<Outcome> problem() {
        for (var option : new TreeMap<>(spec.config()).entrySet()) {
            var name = option.getKey();
            if (!NAME.matcher(name).matches() || option.getValue().matches("(?s).*[\\r\\n].*")) {
                return Optional.of(
                        Outcome.mistake(
                                "InvalidOption",
                                "config has an option that a configuration file cannot hold: write names such as vm_memory_high_watermark.relative, and values of one line."));
            }
            if ("default_queue_type".equals(name)) {
                return Optional.of(Outcome.mistake(
                        "OptionNotAllowed",
                        "config.default_queue_type is set by queueType: take it out of config and write queueType."));
            }
            if (OWNED.stream().anyMatch(owned -> (name + ".").startsWith(owned))) {
                return Optional.of(Outcome.mistake(
                        "OptionNotAllowed", "config." + name + " is set by the operator: take it out of config."));
            }
        }
        return Optional.empty();
    }

    String text() {
        var options = new TreeMap<>(Map.of(
                // A server that is cut off from the majority stops instead of going its own way.
                "cluster_partition_handling",
                "pause_minority",
                "disk_free_limit.absolute",
                "256MB",
                "log.console",
                "true",
                // Prometheus has the figures; a second set of them in every server is only a burden.
                "management_agent.disable_metrics_collector",
                "true",
                // A quorum queue gets new members when servers are added or come back empty.
                "quorum_queue.continuous_membership_reconciliation.enabled",
                "true",
                "quorum_queue.continuous_membership_reconciliation.target_group_size",
                "3",
                // The default of 512 MiB, several times over in memory, is more than most clouds' messages come to.
                "raft.wal_max_size_bytes",
                "67108864"));
        limit("memory")
                .ifPresent(limit -> options.put(
                        "total_memory_available_override_value",
                        limit.getNumericalAmount()
                                .setScale(0, RoundingMode.DOWN)
                                .toPlainString()));
        options.putAll(spec.config());
        options.putAll(Map.of(
                "cluster_formation.peer_discovery_backend",
                "classic_config",
                // As long as it takes: one that gives up would found a cluster of its own.
                "cluster_formation.discovery_retry_limit",
                "1000000",
                "default_queue_type",
                spec.queueType().name(),
                "prometheus.tcp.port",
                String.valueOf(RabbitMQ.METRICS_PORT)));
        options.putAll(spec.tls().enabled() ? encrypted() : plain());
        return options.entrySet().stream()
                .map(option -> option.getKey() + " = " + option.getValue() + "\n")
                .collect(Collectors.joining());
    }

    private static Map<String, String> plain() {
        return Map.of(
                "listeners.tcp.default", String.valueOf(RabbitMQ.PORT),
                "management.tcp.port", String.valueOf(RabbitMQ.MANAGEMENT_PORT));
    }

    /** The files are read anew for new connections, so that a renewed certificate needs no restart. */
    private static Map<String, String> encrypted() {
        return Map.of(
                "listeners.tcp",
                "none",
                "listeners.ssl.default",
                String.valueOf(RabbitMQ.TLS_PORT),
                "ssl_options.certfile",
                TLS + "/tls.crt",
                "ssl_options.keyfile",
                TLS + "/tls.key",
                "ssl_options.verify",
                "verify_none",
                "ssl_options.fail_if_no_peer_cert",
                "false",
                "management.ssl.port",
                String.valueOf(RabbitMQ.MANAGEMENT_TLS_PORT),
                "management.ssl.certfile",
                TLS + "/tls.crt",
                "management.ssl.keyfile",
                TLS + "/tls.key");
    }

    /** Threads as the processors allow, none of which spins while it waits, and text of the environment taken byte by byte. */
    String virtualMachine() {
        var count = schedulers();
        return "+S " + count + ":" + count + " +sbwt none +sbwtdcpu none +sbwtdio none +fnl";
    }

    private int schedulers() {
        var written = spec.schedulers();
        return written != null
                ? written
                : limit("cpu")
                        .map(limit -> limit.getNumericalAmount()
                                .setScale(0, RoundingMode.CEILING)
                                .intValue())
                        .orElse(DEFAULT_SCHEDULERS);
    }

    private Optional<Quantity> limit(String resource) {
        return Optional.ofNullable(spec.pods().resources())
                .map(resources -> resources.getLimits())
                .map(limits -> limits.get(resource));
    }
}
