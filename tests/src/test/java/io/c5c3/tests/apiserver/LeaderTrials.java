package io.c5c3.tests.apiserver;

import static org.awaitility.Awaitility.await;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.app.Main;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Two copies of the operator program, a lease, and a person who changes resources without pause. Whoever leads is stopped in the middle of
 * its work, as a machine that stalls would stop it, until the other leads; then it goes on as if nothing had happened.
 */
final class LeaderTrials implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final int RESOURCES = 8;

    private final String namespace = ApiServer.namespace();
    private final AuditLog audit = new AuditLog(ApiServer.cluster().auditLog());
    private final Path folder;
    private final int leaseSeconds;
    private final List<Process> copies = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Thread person;
    private int started;

    /** @param folder for what the copies say */
    LeaderTrials(Path folder, int leaseSeconds) throws IOException {
        this.folder = folder;
        this.leaseSeconds = leaseSeconds;
        IntStream.range(0, RESOURCES)
                .forEach(i -> ApiServer.client().resource(resource(i)).create());
        person = Thread.ofVirtual().start(this::change);
        add();
        add();
    }

    private Memcached resource(int number) {
        return Serialization.unmarshal("""
                apiVersion: memcached.c5c3.io/v1alpha1
                kind: Memcached
                metadata: {name: cache-%d, namespace: %s}
                spec: {}
                """.formatted(number, namespace), Memcached.class);
    }

    /** Faster than the leader can follow, so that it never rests; not as fast as possible, so that others of this machine get on. */
    private void change() {
        for (var i = 0; !Thread.currentThread().isInterrupted(); i++) {
            LockSupport.parkNanos(PAUSE.toNanos());
            try {
                ApiServer.client()
                        .resource(resource(i % RESOURCES))
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"spec\":{\"replicas\":" + (1 + i / RESOURCES % 5) + "}}");
            } catch (KubernetesClientException e) {
                // The person tries again.
                Thread.yield();
            }
        }
    }

    private void add() throws IOException {
        var name = "copy-" + started++;
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dkubernetes.user.agent=" + name + ".",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--operators=memcached",
                "--leader-elect",
                "--lease-seconds=" + leaseSeconds,
                "--port=0");
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("KUBECONFIG", ApiServer.cluster().kubeconfig().toString());
        builder.environment().put("POD_NAMESPACE", namespace);
        builder.environment().put("POD_NAME", name);
        copies.add(builder.start());
        names.add(name);
    }

    private String leader() {
        return ApiServer.client().leases().inNamespace(namespace).list().getItems().stream()
                .map(Lease::getSpec)
                .map(spec -> spec.getHolderIdentity())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private boolean writes(long mark, String who) {
        return audit.writes(mark).stream()
                .anyMatch(write ->
                        write.from().startsWith(who + ".") && !write.resource().equals("leases") && write.code() < 400);
    }

    /** One trial: what the deposed leader wrote after the other had taken over. */
    List<AuditLog.Write> run() throws IOException, InterruptedException {
        var before = audit.mark();
        await().atMost(PATIENCE).until(() -> names.contains(leader()) && writes(before, leader()));
        var old = leader();
        var process = copies.get(names.indexOf(old));
        var mark = audit.mark();
        if (!signal("STOP", process)) {
            throw new IllegalStateException(old + " has ended by itself");
        }
        await().atMost(PATIENCE)
                .until(() -> names.contains(leader()) && !leader().equals(old) && writes(mark, leader()));
        var taken = takeOver(mark, old).orElseThrow();
        // If it is still there: the kernel should have ended it before another could lead.
        signal("CONT", process);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(old + " did not end");
        }
        copies.remove(process);
        names.remove(old);
        add();
        return audit.writes(mark).stream()
                .filter(write ->
                        write.from().startsWith(old + ".") && write.at().isAfter(taken))
                .toList();
    }

    /** When the lease became another's. */
    private Optional<Instant> takeOver(long mark, String old) {
        return audit.writes(mark).stream()
                .filter(write -> write.resource().equals("leases")
                        && write.code() < 400
                        && names.stream()
                                .anyMatch(name ->
                                        !name.equals(old) && write.from().startsWith(name + ".")))
                .map(AuditLog.Write::at)
                .findFirst();
    }

    private static boolean signal(String signal, Process process) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor()
                == 0;
    }

    @Override
    public void close() {
        person.interrupt();
        copies.forEach(process -> process.destroyForcibly());
        ApiServer.client().namespaces().withName(namespace).delete();
    }
}
