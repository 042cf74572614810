package io.c5c3.engine.simulation;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Meter;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Report;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.http.HttpPage;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Operators at work on a cluster in memory: everything that would happen by watch events happens in rounds, until nothing changes. */
public final class Simulation {

    public static final String NAMESPACE = "openstack";
    private static final String FINALIZER = "c5c3.io/simulation";
    private static final int MOST_ROUNDS = 200;

    private final Settable clock = new Settable(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final MountedFiles files = new MountedFiles(cluster);
    private final Servers servers;
    private final TinyControllers controllers;
    private final List<Blueprint<?>> blueprints;
    private Ports ports;
    private Meter meter = Meter.NONE;
    private final Map<Ref, Report> reports = new HashMap<>();

    public Simulation(List<Blueprint<?>> blueprints, Ports ports) {
        this.blueprints = List.copyOf(blueprints);
        this.ports = ports.with(HttpPage.class, files);
        this.servers = new Servers(cluster, ports.all(Resident.class));
        this.controllers = new TinyControllers(cluster, clock, servers);
    }

    public MemoryCluster cluster() {
        return cluster;
    }

    public Settable clock() {
        return clock;
    }

    /** What pods have mounted. */
    public MountedFiles files() {
        return files;
    }

    /** The workload, or a pod of a StatefulSet, never becomes ready, or the Job never ends, until it is mended. */
    public void hold(String workload) {
        controllers.hold(workload);
    }

    /** From now on somebody counts. */
    public void measure(Meter teller) {
        meter = teller;
    }

    /** From now on DaemonSets have a pod on every node that they choose, and on no other. */
    public void scheduleDaemons() {
        controllers.schedule();
    }

    public void failJob(String job) {
        controllers.fail(job);
    }

    public void mend(String name) {
        controllers.mend(name);
    }

    /** Puts a person's object into the cluster. */
    public <T extends HasMetadata> T add(T object) {
        object.getMetadata().setNamespace(NAMESPACE);
        return cluster.put(object);
    }

    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        return cluster.find(kind, NAMESPACE, name);
    }

    /** The volume behind a claim of a StatefulSet is gone, and so is the pod that had it: both come back, empty. */
    public void lose(String claim) {
        cluster.take(Ref.of(PersistentVolumeClaim.class, NAMESPACE, claim));
        cluster.take(Ref.of(Pod.class, NAMESPACE, claim.substring(claim.indexOf('-') + 1)));
    }

    /** Somebody fills the volume behind a claim from a backup. */
    public void restore(String claim) {
        servers.fill(find(PersistentVolumeClaim.class, claim).orElseThrow());
    }

    /** The operators' process has died, and another begins: what the first remembered is gone, everything it wrote is there. */
    public void restart() {
        ports = ports.afresh();
        reports.clear();
    }

    /** Kubernetes goes on for a while, with no operator at work. */
    public void goOn() {
        controllers.run();
    }

    /** The last report on a resource. */
    public Optional<Report> report(Class<? extends HasMetadata> kind, String name) {
        return Optional.ofNullable(reports.get(Ref.of(kind, NAMESPACE, name)));
    }

    /** Works until a whole round changes nothing, and returns how many rounds that took. */
    public int settle() {
        return settle(this::lookAtEverything);
    }

    /** The same with this resource alone, while all others stand still. */
    public int settle(Owner which) {
        return settle(() -> lookAt(which));
    }

    private int settle(Runnable looks) {
        for (var round = 1; round <= MOST_ROUNDS; round++) {
            var before = cluster.version();
            looks.run();
            controllers.run();
            if (cluster.version() == before) {
                return round;
            }
        }
        var last = new ArrayList<>(cluster.writes());
        throw new IllegalStateException("No fixed point after " + MOST_ROUNDS + " rounds; the last writes were "
                + last.subList(Math.max(0, last.size() - 10), last.size()));
    }

    /** One look at every resource of one kind, while everything else stands still. */
    public void lookAt(Class<? extends HasMetadata> kind) {
        blueprints.stream()
                .filter(blueprint -> blueprint.kind() == kind)
                .forEach(blueprint -> lookAt(blueprint, resource -> true));
    }

    /** One look at every resource of the operators' kinds. */
    public void lookAtEverything() {
        blueprints.forEach(blueprint -> lookAt(blueprint, resource -> true));
    }

    /** One look at this resource alone. */
    public void lookAt(Owner which) {
        blueprints.stream()
                .filter(blueprint -> HasMetadata.getKind(blueprint.kind()).equals(which.kind()))
                .forEach(blueprint ->
                        lookAt(blueprint, resource -> Owner.of(resource).same(which)));
    }

    private <R extends CustomResource<?, ?>> void lookAt(Blueprint<R> blueprint, Predicate<R> chosen) {
        var reconciliation = new Reconciliation<>(blueprint, new Fence(cluster, blueprint), ports, clock, meter);
        for (var resource : cluster.list(blueprint.kind(), "", Map.of())) {
            if (!chosen.test(resource)) {
                continue;
            }
            if (resource.getMetadata().getDeletionTimestamp() != null) {
                cleanup(reconciliation, resource);
            } else if (!resource.hasFinalizer(FINALIZER)) {
                resource.addFinalizer(FINALIZER);
                cluster.put(resource);
            } else {
                reports.put(Ref.of(resource), reconciliation.reconcile(resource));
            }
        }
    }

    private <R extends CustomResource<?, ?>> void cleanup(Reconciliation<R> reconciliation, R resource) {
        var report = reconciliation.cleanup(resource);
        reports.put(Ref.of(resource), report);
        if (report.settled()) {
            cluster.edit(
                    reconciliation.kind(),
                    resource.getMetadata().getNamespace(),
                    resource.getMetadata().getName(),
                    found -> found.removeFinalizer(FINALIZER));
        }
    }
}
