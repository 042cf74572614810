package io.c5c3.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node of a full cluster: a set of namespaces (processes, mounts, network, host name, shared memory), held by one first
 * process. Everything the cluster starts, mounts, plugs in or filters lives in there and goes, by the kernel's own hand, when
 * that process does; nothing of it ever meets the machine's own mounts, interfaces and rules.
 *
 * @param number the first is 1, and has the control programs
 */
record Node(Layout cluster, int number, Cgroups cgroups) implements Daemon.Ground {
    private static final String NAME = "node";

    private static final int ZONES = 3;

    /** How many PID namespaces a process of the node itself has a number in: the machine's and the node's. */
    private static final int DEPTH = 2;

    private static final String ENTER_CGROUPS = "for procs in $1; do echo $$ >\"$procs\"; done; shift; exec \"$@\"";

    /**
     * Prepares the namespaces from inside: a /run that is empty as after a boot, and a /var that is the cluster's own. The paths
     * in the arguments ($3 and later) stay visible although they may be below /var. Nobody is told of a shorter way: whose connection goes to
     * a service by this node would lose it on another.
     */
    private static final String PREPARE = """
            set -e
            hostname "$1"; var="$2"; shift 2
            ip link set lo up
            echo 1 >/proc/sys/net/ipv4/ip_forward
            for conf in all default; do echo 0 >"/proc/sys/net/ipv4/conf/$conf/send_redirects"; done
            mount --make-rshared /
            mount -t tmpfs -o mode=755 run /run
            mkdir -p /run/lock /run/keep "$var/lib" "$var/log" "$var/tmp"
            chmod 1777 "$var/tmp"
            ln -sfn /run "$var/run"
            i=0
            for path in "$@"; do
              [ "$path" != -- ] || break
              i=$((i+1)); mkdir "/run/keep/$i"; mount --bind "$path" "/run/keep/$i"
            done
            mount --bind "$var" /var
            i=0
            while [ "$1" != -- ]; do
              i=$((i+1)); mkdir -p "$1"; mount --bind "/run/keep/$i" "$1"; shift
            done
            shift
            exec "$@"
            """;

    static Node of(Layout cluster, int number) {
        return new Node(cluster, number, Cgroups.of(number == 1 ? cluster.name() : cluster.name() + "/" + number));
    }

    boolean isFirst() {
        return number == 1;
    }

    /** Where its own files are. */
    Layout layout() {
        return isFirst() ? cluster : cluster.node(number);
    }

    String name() {
        return layout().name();
    }

    /** Every node is a zone, as far as three go. */
    String zone() {
        return "zone-" + ((number - 1) % ZONES + 1);
    }

    /** Starts it unless it runs. */
    void ensure(Path pause) {
        if (process().isPresent()) {
            return;
        }
        // Somebody who was killed may have left one half made: it must not come alive beside ours.
        ProcessTable.kill(handles());
        cgroups.create();
        layout().create();
        var words = new ArrayList<>(intoCgroups());
        words.addAll(Daemon.detached(layout().log(NAME), mark()));
        words.addAll(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount", "--net", "--uts", "--ipc"));
        words.addAll(List.of("--propagation", "slave", "--mount-proc"));
        words.addAll(List.of("sh", "-c", PREPARE, NAME, name(), layout().var().toString()));
        // The cache holds the programs.
        Stream.of(cluster.root(), Cache.directory())
                .distinct()
                .map(Path::toString)
                .forEach(words::add);
        words.addAll(List.of("--", pause.toString(), name()));
        Command.of(words).run();
        var ended = new Absence(() -> ProcessTable.marked(mark()).isEmpty());
        Await.atMost(Duration.ofSeconds(10), "the node's namespaces; see " + layout().log(NAME))
                .until(() -> process().isPresent() || ended.getAsBoolean());
        if (process().isEmpty()) {
            throw new LocalException("The node's namespaces cannot be made ("
                    + Command.lastLine(Text.read(layout().log(NAME)).orElse(""))
                    + "): run as root on a machine that allows namespaces; all that was said is in "
                    + layout().log(NAME) + ".");
        }
    }

    /** Its first process; not there until the namespaces are ready for use. */
    Optional<ProcessHandle> process() {
        return ProcessTable.marked(mark()).stream()
                .filter(entry -> entry.command().getFirst().endsWith("/pause"))
                .map(ProcessTable.Entry::handle)
                .findFirst();
    }

    /** Its first process's number, by which other programs find the namespaces. */
    String processNumber() {
        return process()
                .map(first -> Long.toString(first.pid()))
                .orElseThrow(() ->
                        new LocalException("The node ended while it was being used; run the same command again."));
    }

    private List<ProcessHandle> handles() {
        return ProcessTable.marked(mark()).stream()
                .map(ProcessTable.Entry::handle)
                .toList();
    }

    private String mark() {
        return layout().root() + ":" + NAME + ":";
    }

    /** Asks the containers to end, as a kubelet would, so that databases may write down what they know. */
    void dismissPods(Duration patience) {
        var leaders = cgroups.podProcesses().stream()
                .filter(process -> ProcessTable.leads(process, DEPTH))
                .toList();
        leaders.forEach(ProcessHandle::destroy);
        Await.atMost(patience, "pods to end").holds(() -> leaders.stream().noneMatch(ProcessTable::isAlive));
    }

    boolean isRunning() {
        return process().isPresent();
    }

    /** The kernel kills all others when the first process goes. Killed, not asked: it is deaf to the rest by then. */
    void stop() {
        ProcessTable.kill(handles());
        ProcessTable.kill(cgroups.processes());
        cgroups.remove();
    }

    @Override
    public List<String> enter() {
        var words = new ArrayList<>(intoCgroups());
        words.addAll(
                List.of("nsenter", "--target", processNumber(), "--mount", "--net", "--uts", "--ipc", "--pid", "--"));
        return words;
    }

    private List<String> intoCgroups() {
        var entrances = cgroups.entrances().stream().map(Path::toString).collect(Collectors.joining(" "));
        return List.of("sh", "-c", ENTER_CGROUPS, NAME, entrances);
    }
}
