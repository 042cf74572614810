package io.c5c3.controlplane.monitoring;

import static io.c5c3.controlplane.monitoring.Alert.Severity.critical;
import static io.c5c3.controlplane.monitoring.Alert.Severity.warning;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.tempest.Tempest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All alerts, by what they are about. Their figures are those that the operators report, or that a server of the plane exports itself;
 * there is none for which something else would have to be installed.
 */
public final class Alerts {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration LATER = Duration.ofMinutes(15);

    /** Longer than anything takes that heals by itself, such as the restart of one server. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final String FOUNDATION = "FoundationNotReady";
    private static final String SERVICE = "ServiceNotReady";

    private Alerts() {}

    /** The operators themselves, whatever they work on. */
    public static final List<Alert> OPERATORS = List.of(
            Alert.of(
                    "OperatorsUnseen",
                    "Looks at resources per second",
                    "absent(c5c3_looks_total)",
                    "",
                    "short",
                    PATIENCE,
                    critical,
                    "No operator reports any metrics: if none runs, nothing is repaired, renewed or rotated."),
            Alert.of(
                    "OperatorDown",
                    "Operators that answer",
                    "up{service=~\".+-operator-metrics\"}",
                    "== 0",
                    "short",
                    PATIENCE,
                    critical,
                    "{{ $labels.service }} does not answer: nobody works on its resources."),
            Alert.of(
                    "NobodyLeads",
                    "Copies that lead, by operator",
                    "max by (operator) (c5c3_leading)",
                    "== 0",
                    "short",
                    Duration.ofMinutes(5),
                    critical,
                    "No copy of the {{ $labels.operator }} operator holds its lease: nobody works on its resources."),
            Alert.of(
                    "OperatorDeaf",
                    "Watches are connected",
                    "c5c3_watches_connected",
                    "== 0",
                    "short",
                    Duration.ofMinutes(5),
                    warning,
                    "{{ $labels.pod }} has no connection to the API server's watches: it does not hear of changes."),
            Alert.of(
                    "ReconcileErrors",
                    "Looks that failed in 15 minutes",
                    "sum by (operator, kind) (increase(c5c3_reconcile_faults_total[15m]))",
                    "> 10",
                    "short",
                    LATER,
                    warning,
                    "Looks at {{ $labels.kind }} fail again and again: {{ $value | printf \"%.0f\" }} in 15 minutes."),
            Alert.of(
                    "QueueGrows",
                    "Resources that wait to be looked at",
                    "c5c3_queue_depth",
                    "> 50",
                    "short",
                    LATER,
                    warning,
                    "{{ $value }} resources wait for {{ $labels.pod }}: it does not keep up."),
            Alert.of(
                    "ResourcesUntold",
                    "Resources without metrics",
                    "c5c3_resources_untold",
                    "> 0",
                    "short",
                    LATER,
                    warning,
                    "{{ $value }} resources have no metrics of their own: no alert speaks of them."));

    /** A plane as a whole, and every part of it alike. */
    static final List<Alert> PLANE = List.of(
            Alert.of(
                    "PlaneNotReady",
                    "The plane is ready",
                    "c5c3_resource_ready{HERE,kind=~\"ControlPlane|OpenStackControlPlane\"}",
                    "== 0",
                    "short",
                    Duration.ofMinutes(30),
                    critical,
                    "{{ $labels.kind }}/{{ $labels.name }} has not been ready for half an hour."),
            Alert.of(
                    "ResourceStalled",
                    "Waits for a person",
                    "c5c3_resource_stalled{HERE}",
                    "== 1",
                    "short",
                    Duration.ofMinutes(5),
                    warning,
                    "{{ $labels.kind }}/{{ $labels.name }} is stalled: trying again does not help, only a change"
                            + " does."),
            Alert.of(
                    "ResourceBlocked",
                    "Is blocked",
                    "c5c3_resource_blocked{HERE}",
                    "== 1",
                    "short",
                    Duration.ofMinutes(30),
                    warning,
                    "{{ $labels.kind }}/{{ $labels.name }} has waited for {{ $labels.by }} for half an hour."),
            Alert.of(
                    "ResourceFlaps",
                    "Changes between ready and not in 30 minutes",
                    "changes(c5c3_resource_ready{HERE}[30m])",
                    "> 5",
                    "short",
                    Duration.ofMinutes(5),
                    warning,
                    "{{ $labels.kind }}/{{ $labels.name }} is ready and then not, again and again: its pods restart."),
            Alert.of(
                    "CertificateExpiresSoon",
                    "Certificates are valid for",
                    "c5c3_certificate_expiry_timestamp_seconds{HERE} - time()",
                    "< 14 * 86400",
                    "s",
                    Duration.ofMinutes(60),
                    warning,
                    "The certificate in Secret/{{ $labels.secret }} ends in less than 14 days, and was not renewed"
                            + " when it should have been."),
            new Alert(
                    "CertificateAboutToExpire",
                    "CertificateExpiresSoon",
                    "Certificates are valid for",
                    "c5c3_certificate_expiry_timestamp_seconds{HERE} - time()",
                    "< 2 * 86400",
                    "s",
                    PATIENCE,
                    critical,
                    "The certificate in Secret/{{ $labels.secret }} ends in less than two days."),
            Alert.of(
                    "MetricsUnseen",
                    "Exporters that answer",
                    "up{HERE,endpoint=\"metrics\"}",
                    "== 0",
                    "short",
                    PATIENCE,
                    warning,
                    "{{ $labels.pod }} does not answer Prometheus: nobody is told of what goes wrong there."),
            Alert.of(
                    "KeyRotationOverdue",
                    "Key rotations are late by",
                    "time() - c5c3_key_rotation_due_timestamp_seconds{HERE}",
                    "> 86400",
                    "s",
                    Duration.ofMinutes(60),
                    warning,
                    "The {{ $labels.key_type }} keys of {{ $labels.kind }}/{{ $labels.name }} should have been rotated"
                            + " a day ago."));

    private static final Map<Class<? extends HasMetadata>, List<Alert>> KINDS = Map.of(
            MariaDB.class,
            List.of(
                    Alert.of(
                            "DatabaseDown",
                            "The database answers",
                            "mariadb_operator_server_up{HERE}",
                            "== 0",
                            "short",
                            SOON,
                            critical,
                            "MariaDB/{{ $labels.name }} does not let the operator in: no service can read or write."),
                    Alert.of(
                            "DatabaseWithoutWriter",
                            "A member takes the writes",
                            "mariadb_operator_writer{HERE}",
                            "== 0",
                            "short",
                            SOON,
                            critical,
                            "No member of MariaDB/{{ $labels.name }} takes writes."),
                    Alert.of(
                            "GaleraTooSmall",
                            "Members that are missing",
                            "mariadb_operator_members_wanted{HERE} - mariadb_operator_members_serving{HERE}",
                            "> 0",
                            "short",
                            PATIENCE,
                            warning,
                            "{{ $value }} members of MariaDB/{{ $labels.name }} do not serve: one more may be too"
                                    + " many."),
                    Alert.of(
                            "DatabaseServerSilent",
                            "Database servers that let their exporter in",
                            "mysql_up{HERE}",
                            "== 0",
                            "short",
                            PATIENCE,
                            warning,
                            "The server in {{ $labels.pod }} does not let its exporter in."),
                    Alert.of(
                            "GaleraMemberBehind",
                            "State of members (4 has everything)",
                            "mysql_global_status_wsrep_local_state{HERE}",
                            "!= 4",
                            "short",
                            LATER,
                            warning,
                            "The member in {{ $labels.pod }} has not had everything the others have for a quarter of"
                                    + " an hour."),
                    Alert.of(
                            "GaleraHeldUp",
                            "Time in which writes wait for the slowest member",
                            "rate(mysql_global_status_wsrep_flow_control_paused_ns{HERE}[5m]) / 1e9",
                            "> 0.3",
                            "percentunit",
                            PATIENCE,
                            warning,
                            "Writes wait {{ $value | humanizePercentage }} of the time, as {{ $labels.pod }} sees it:"
                                    + " a member does not keep up."),
                    Alert.of(
                            "DatabaseConnectionsRunOut",
                            "Connections in use",
                            "mysql_global_status_threads_connected{HERE} / mysql_global_variables_max_connections{HERE}",
                            "> 0.8",
                            "percentunit",
                            Duration.ofMinutes(5),
                            warning,
                            "{{ $value | humanizePercentage }} of the connections of {{ $labels.pod }} are in use; when"
                                    + " all are, services are turned away."),
                    Alert.of(
                            "DatabaseSlow",
                            "Statements that took too long, per second",
                            "rate(mysql_global_status_slow_queries{HERE}[10m])",
                            "> 0.1",
                            "short",
                            LATER,
                            warning,
                            "{{ $labels.pod }} takes more than long_query_time, ten seconds by default, for {{ $value |"
                                    + " humanize }} statements per second.")),
            RabbitMQ.class,
            List.of(
                    Alert.of(
                            "QueueServerUnreachable",
                            "Message servers that answer",
                            "up{HERE,endpoint=\"prometheus\"}",
                            "== 0",
                            "short",
                            PATIENCE,
                            warning,
                            "{{ $labels.pod }} does not answer."),
                    Alert.of(
                            "QueuePartitioned",
                            "Peers that a server cannot reach",
                            "rabbitmq_unreachable_cluster_peers_count{HERE}",
                            "> 0",
                            "short",
                            SOON,
                            critical,
                            "{{ $labels.pod }} cannot reach {{ $value }} of its peers: the smaller part has stopped."),
                    Alert.of(
                            "QueueMemoryAlarm",
                            "Memory alarm",
                            "rabbitmq_alarms_memory_used_watermark{HERE}",
                            "== 1",
                            "short",
                            SOON,
                            critical,
                            "{{ $labels.pod }} has used up its memory: nobody can publish until some is free."),
                    Alert.of(
                            "QueueDiskAlarm",
                            "Disk alarm",
                            "rabbitmq_alarms_free_disk_space_watermark{HERE}",
                            "== 1",
                            "short",
                            SOON,
                            critical,
                            "{{ $labels.pod }} has too little room on its volume: nobody can publish until there is"
                                    + " more."),
                    Alert.of(
                            "MessagesPileUp",
                            "Messages that nobody has taken",
                            "rabbitmq_queue_messages_ready{HERE}",
                            "> 1000",
                            "short",
                            LATER,
                            warning,
                            "{{ $value }} messages wait at {{ $labels.pod }}: whoever should take them does not.")),
            Valkey.class,
            List.of(
                    Alert.of(
                            "StoreDown",
                            "Key-value servers that answer",
                            "redis_up{HERE}",
                            "== 0",
                            "short",
                            SOON,
                            critical,
                            "The server in {{ $labels.pod }} does not answer its exporter."),
                    Alert.of(
                            "StoreNearlyFull",
                            "Memory in use",
                            "redis_memory_used_bytes{HERE} / (redis_memory_max_bytes{HERE} > 0)",
                            "> 0.9",
                            "percentunit",
                            LATER,
                            warning,
                            "{{ $labels.pod }} uses {{ $value | humanizePercentage }} of its memory.")),
            OVNCluster.class,
            List.of(Alert.of(
                    "OvnWithoutLeader",
                    "The databases follow a leader",
                    "ovn_operator_raft_connected{HERE}",
                    "== 0",
                    "short",
                    SOON,
                    critical,
                    "{{ $labels.database }} of OVNCluster/{{ $labels.name }} has no leader that a majority follows:"
                            + " networks stay as they are, and nothing new gets one.")),
            CephStorage.class,
            List.of(
                    Alert.of(
                            "CephFailing",
                            "Health (0 well, 1 warning, 2 error)",
                            "ceph_operator_health_status{HERE}",
                            "== 2",
                            "short",
                            Duration.ofMinutes(5),
                            critical,
                            "The Ceph of CephStorage/{{ $labels.name }} says HEALTH_ERR."),
                    Alert.of(
                            "CephIll",
                            "Health (0 well, 1 warning, 2 error)",
                            "ceph_operator_health_status{HERE}",
                            "== 1",
                            "short",
                            LATER,
                            warning,
                            "The Ceph of CephStorage/{{ $labels.name }} says HEALTH_WARN."),
                    Alert.of(
                            "CephDiskDown",
                            "Disks that are down",
                            "ceph_operator_disks_wanted{HERE} - ceph_operator_disks_up{HERE}",
                            "> 0",
                            "short",
                            PATIENCE,
                            warning,
                            "{{ $value }} disks of CephStorage/{{ $labels.name }} are down."),
                    Alert.of(
                            "CephNearlyFull",
                            "Room that is left",
                            "ceph_operator_available_bytes{HERE} / ceph_operator_capacity_bytes{HERE}",
                            "< 0.2",
                            "percentunit",
                            LATER,
                            warning,
                            "The Ceph of CephStorage/{{ $labels.name }} has {{ $value | humanizePercentage }} of its"
                                    + " room left; at 5 % it stops taking writes."),
                    Alert.of(
                            "CephMonitorAway",
                            "Monitors that take part",
                            "ceph_mon_quorum_status{HERE}",
                            "== 0",
                            "short",
                            PATIENCE,
                            warning,
                            "{{ $labels.ceph_daemon }} does not take part: without a majority of monitors nothing can"
                                    + " be read or written."),
                    Alert.of(
                            "CephCopiesMissing",
                            "Groups of data that lack a copy",
                            "ceph_pg_degraded{HERE}",
                            "> 0",
                            "short",
                            Duration.ofMinutes(30),
                            warning,
                            "{{ $value }} groups of the pool with the number {{ $labels.pool_id }} have lacked a copy for"
                                    + " half an hour."),
                    Alert.of(
                            "CephSlow",
                            "Requests that wait for more than half a minute",
                            "ceph_healthcheck_slow_ops{HERE}",
                            "> 0",
                            "short",
                            Duration.ofMinutes(5),
                            warning,
                            "{{ $value }} requests to Ceph have waited for more than half a minute: guests' disks"
                                    + " stall.")),
            NovaCompute.class,
            List.of(
                    Alert.of(
                            "NovaComputeDown",
                            "Hypervisors that can be given guests",
                            "nova_compute_operator_hypervisor_up{HERE}",
                            "== 0",
                            "short",
                            Duration.ofMinutes(5),
                            critical,
                            "Nova does not hear of the agent on {{ $labels.node }}: its guests cannot be started, stopped"
                                    + " or moved."),
                    Alert.of(
                            "LibvirtSilent",
                            "Hypervisors whose libvirt answers",
                            "libvirt_up{HERE}",
                            "== 0",
                            "short",
                            PATIENCE,
                            warning,
                            "libvirt does not answer {{ $labels.pod }}: guests run on, and nobody can start, stop or move"
                                    + " them.")));

    /** What is told of a kind: that it is not ready, and what is told of no other. */
    static List<Alert> of(Class<? extends HasMetadata> kind) {
        var alerts = new ArrayList<>(List.of(notReady(kind)));
        // A kind of the other group is a class of its own that extends the first.
        KINDS.entrySet().stream()
                .filter(entry -> entry.getKey().isAssignableFrom(kind))
                .forEach(entry -> alerts.addAll(entry.getValue()));
        return List.copyOf(alerts);
    }

    private static Alert notReady(Class<? extends HasMetadata> kind) {
        var name = HasMetadata.getKind(kind);
        var service = service(kind);
        return new Alert(
                name + "NotReady",
                service ? SERVICE : FOUNDATION,
                name + " is ready",
                "c5c3_resource_ready{HERE,kind=\"" + name + "\"}",
                "== 0",
                "short",
                PATIENCE,
                // A cloud whose tests cannot run is a cloud all the same.
                Tempest.class.isAssignableFrom(kind) ? warning : critical,
                name + "/{{ $labels.name }} has not been ready for ten minutes"
                        + (service ? "." : ", and services stand on it."));
    }

    private static boolean service(Class<? extends HasMetadata> kind) {
        return Foundations.ALL.stream().noneMatch(foundation -> foundation.isAssignableFrom(kind));
    }

    /** Every alert there is, by what it is about, for those who check that each can be acted upon. */
    public static Map<String, List<Alert>> all() {
        var all = new LinkedHashMap<String, List<Alert>>();
        all.put("operators", OPERATORS);
        all.put("plane", PLANE);
        Stream.of(
                        Foundations.ALL.stream(),
                        Stream.of(OpenStackService.values()).map(OpenStackService::kind),
                        Stream.of(NovaCompute.class))
                .flatMap(kinds -> kinds)
                .forEach(kind -> all.put(HasMetadata.getKind(kind), of(kind)));
        return all;
    }
}
