package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.FoundingFiles;
import io.c5c3.engine.kube.PodReadiness;
import io.c5c3.infrastructure.sql.DatabaseCertificate;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What makes servers members of one cluster that holds the same data (Galera). Of a server alone there is none of it.
 *
 * @param size how many members there are
 */
record Membership(MariaDB mariadb, int size) {

    /** On the pod that takes the writes: the Service leads clients to it, and moves with the mark. */
    static final String ROLE = "c5c3.io/role";

    static final String WRITER = "writer";
    static final Map<String, String> MARK = Map.of(ROLE, WRITER);

    static final String MEMBER = "member.sh";
    static final String HERALD = "herald.sh";
    static final String SERVES = "serves.sh";
    static final String LEAVE = "leave.sh";
    private static final String NOTIFY = "notify.sh";

    /** Where members tell each other how they are. */
    static final int HERALD_PORT = 4569;

    private static final int GROUP_PORT = 4567;
    private static final int CATCH_UP_PORT = 4568;
    private static final int COPY_PORT = 4444;

    /** Longer names of clusters are refused by the library. */
    private static final int LONGEST_NAME = 32;

    private static final int DIGEST = 12;

    /**
     * How many servers there shall be now: what is asked for, but fewer than there are only once all that stay have everything. A member
     * that goes may be the only one to hold what was written last.
     */
    static int size(MariaDB mariadb, Facts facts) {
        var wanted = mariadb.getSpec().replicas();
        var there = running(mariadb, facts);
        if (there == 1 && wanted > 1 && leftOver(mariadb, facts).isPresent()) {
            return 1;
        }
        return there > wanted
                        && !IntStream.range(0, wanted)
                                .allMatch(number -> facts.find(Pod.class, pod(mariadb, number))
                                        .filter(Membership::serves)
                                        .isPresent())
                ? there
                : wanted;
    }

    /** How many its StatefulSet says there are. */
    private static int running(MariaDB mariadb, Facts facts) {
        return facts.find(StatefulSet.class, mariadb.getMetadata().getName())
                .map(set -> set.getSpec().getReplicas())
                .orElse(0);
    }

    /**
     * A volume of a member that there is no more, while the only one that is left has gone on alone: what is on it belongs to the past, and
     * nobody must take it for a member's.
     */
    static Optional<String> leftOver(MariaDB mariadb, Facts facts) {
        return running(mariadb, facts) != 1
                ? Optional.empty()
                : IntStream.range(1, mariadb.getSpec().replicas())
                        .mapToObj(number -> claim(mariadb, number))
                        .filter(claim ->
                                facts.find(PersistentVolumeClaim.class, claim).isPresent())
                        .findFirst();
    }

    /** Whether the pod is ready, which a member is only with the majority, and when it has caught up. */
    static boolean serves(Pod pod) {
        return PodReadiness.isReady(pod);
    }

    static boolean isMarked(HasMetadata pod) {
        var labels = pod.getMetadata().getLabels();
        return labels != null && WRITER.equals(labels.get(ROLE));
    }

    private static String pod(MariaDB mariadb, int number) {
        return mariadb.getMetadata().getName() + "-" + number;
    }

    private static String claim(MariaDB mariadb, int number) {
        return ServerWorkload.VOLUME + "-" + pod(mariadb, number);
    }

    boolean isCluster() {
        return size > 1;
    }

    List<String> pods() {
        return IntStream.range(0, size).mapToObj(number -> pod(mariadb, number)).toList();
    }

    List<String> claims() {
        return IntStream.range(0, size)
                .mapToObj(number -> claim(mariadb, number))
                .toList();
    }

    /** Whether a member bears the mark. */
    boolean marked(Facts facts) {
        return isCluster()
                && pods().stream()
                        .flatMap(pod -> facts.find(Pod.class, pod).stream())
                        .anyMatch(Membership::isMarked);
    }

    /** What servers reach at each other. */
    List<Integer> ports() {
        return isCluster() ? List.of(GROUP_PORT, CATCH_UP_PORT, COPY_PORT, HERALD_PORT) : List.of(MariaDB.PORT);
    }

    List<String> scripts() {
        return isCluster() ? List.of(MEMBER, HERALD, SERVES, LEAVE, NOTIFY) : List.of();
    }

    /** The command of a member's container. */
    List<String> command(String folder) {
        return Stream.concat(
                        Stream.of(
                                "bash",
                                folder + "/" + MEMBER,
                                FoundingFiles.file(mariadb.getMetadata().getName()),
                                new DatabaseCertificate(mariadb).nodes() + "."
                                        + mariadb.getMetadata().getNamespace() + ".svc.cluster.local"),
                        pods().stream())
                .toList();
    }

    /**
     * The options of a member, besides those that only its pod knows.
     *
     * @param more that the library is told
     */
    Map<String, String> options(List<String> more) {
        if (!isCluster()) {
            return Map.of();
        }
        return Map.ofEntries(
                Map.entry("binlog-format", "ROW"),
                // The only one with which members cannot get in each other's way.
                Map.entry("innodb-autoinc-lock-mode", "2"),
                Map.entry("wsrep-on", "ON"),
                Map.entry("wsrep-provider", "/usr/lib/galera/libgalera_smm.so"),
                Map.entry("wsrep-cluster-name", clusterName()),
                Map.entry("wsrep-sst-method", "mariabackup"),
                Map.entry("wsrep-sst-auth", "c5c3-member:"),
                Map.entry("wsrep-notify-cmd", "\"sh " + ServerWorkload.OPTIONS + "/" + NOTIFY + "\""),
                Map.entry("wsrep-slave-threads", "4"),
                Map.entry("wsrep-provider-options", "\"" + String.join(";", providerOptions(more)) + "\""));
    }

    private static List<String> providerOptions(List<String> more) {
        var options = new ArrayList<>(more);
        options.addAll(List.of(
                // What others missed is kept for them, so that they need no copy of everything.
                "gcache.size=256M",
                // Nobody begins a cluster but whom all members have agreed on: see member.sh.
                "pc.recovery=false",
                "pc.wait_prim_timeout=PT15S",
                // A member that says nothing for so long is taken for dead, and the others go on.
                "evs.suspect_timeout=PT5S",
                "evs.inactive_timeout=PT12S",
                "evs.inactive_check_period=PT1S"));
        return options;
    }

    /** Servers of another cluster that find their way here by a mistake in names are sent away by it. */
    private String clusterName() {
        var name = Objects.requireNonNull(mariadb.getMetadata().getName());
        var digest =
                Digest.of(mariadb.getMetadata().getNamespace() + "/" + name).substring(0, DIGEST);
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - DIGEST - 1)) + "-" + digest;
    }

    /** The pods of members that are there, in the order of their numbers. Somebody else's that has the name of one is none. */
    List<Pod> of(StatefulSet set, Facts facts) {
        return pods().stream()
                .flatMap(pod -> facts.find(Pod.class, pod).stream())
                .filter(pod -> pod.getMetadata().getOwnerReferences().stream()
                        .anyMatch(owner ->
                                Objects.equals(owner.getUid(), set.getMetadata().getUid())))
                .toList();
    }
}
