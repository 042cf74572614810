package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The members of a database, ready when they answer as one. What a member must know of the others reaches it by a ConfigMap that changes
 * while it runs: how many there shall be, which database they have founded, and, while there are too many, from which number on they
 * have to go. A pod is taken away only when its member has left: otherwise the rest might be no majority any more.
 *
 * @param members the ConfigMap, without what is only known by asking
 */
record RaftStep(WorkloadStep workload, ConfigMap members, int replicas, Side side, OvnAccess access) implements Step {

    private static final String REPLICAS = "replicas";
    private static final String FOUNDED = "cid";
    private static final String LEAVING = "leaving";

    /** No watch tells when a network path breaks or mends, so it is walked from time to time: seldom while it holds. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    private static final Duration SOON = Duration.ofSeconds(2);

    @Override
    public List<HasMetadata> objects() {
        var objects = new ArrayList<>(workload.objects());
        objects.add(members);
        return List.copyOf(objects);
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        var refs = new ArrayList<>(workload.intends(namespace));
        refs.add(Ref.of(ConfigMap.class, namespace, members.getMetadata().getName()));
        return refs;
    }

    @Override
    public Outcome run(Work work) {
        var there = work.find(StatefulSet.class, name());
        var now = there.map(set -> set.getSpec().getReplicas()).orElse(replicas);
        var staying = staying(work, now);
        Optional<OvsdbRow> database = Optional.empty();
        var problem = "No member is ready";
        if (there.isPresent() && Rollout.of(there.get()).ready() > 0) {
            try {
                database = access.itself(work);
                problem = access.connection().text() + " answers, but is in contact with no majority of its members";
            } catch (OvsdbFailure e) {
                problem = e.getMessage();
            }
        }
        // A member is connected while it hears of a leader that a majority follows.
        work.measure(
                "raft_connected{database=" + access.database() + "}",
                database.filter(row -> row.flag("connected")).isPresent() ? 1 : 0);
        var founded = tell(work, database, now > replicas);
        var outcome = outcome(work, staying, database, problem + ".");
        return founded.map(cid -> outcome.found(side.id(), cid)).orElse(outcome);
    }

    private Outcome outcome(Work work, int staying, Optional<OvsdbRow> database, String problem) {
        var rollout = members(Math.max(replicas, staying)).run(work);
        if (staying > replicas) {
            return Outcome.waiting(
                            "MembersLeaving",
                            "Members " + replicas + " to " + (staying - 1) + " of " + ref(work)
                                    + " are told to leave; their pods go when they have.")
                    .on(ref(work))
                    .retry(SOON);
        }
        if (!rollout.succeeded()) {
            return rollout;
        }
        if (database.filter(row -> row.flag("connected")).isEmpty()) {
            return Outcome.waiting("DatabaseUnreachable", problem).on(ref(work)).retry(SOON);
        }
        return Outcome.done(
                        "DatabaseAvailable",
                        access.database() + " answers at " + access.connection().text() + "; it has " + replicas
                                + (replicas == 1 ? " member." : " members."))
                .again(WHILE_WELL);
    }

    private String name() {
        return workload.workload().getMetadata().getName();
    }

    private Ref ref(Work work) {
        return Ref.of(StatefulSet.class, work.namespace(), name());
    }

    private WorkloadStep members(int count) {
        var set = ((StatefulSet) workload.workload())
                .edit()
                .editSpec()
                .withReplicas(count)
                .endSpec()
                .build();
        return new WorkloadStep(set, workload.beside(), workload.rollsOn());
    }

    /** How many pods there must be so that none goes before its member has left. */
    private int staying(Work work, int now) {
        return IntStream.range(replicas, now).allMatch(number -> left(work, number)) ? replicas : now;
    }

    private boolean left(Work work, int number) {
        var pod = name() + "-" + number;
        var address = work.find(Pod.class, pod)
                .map(Pod::getStatus)
                .map(status -> status.getPodIP())
                .filter(ip -> !ip.isBlank());
        if (address.isEmpty()) {
            return false;
        }
        var server = new OvsdbServer(
                "Pod/" + pod,
                address.get(),
                side.port(),
                access.secret().flatMap(secret -> OvnConnection.identity(work, secret)));
        try {
            return OvnAccess.itself(work.port(Ovsdb.class), server, access.database())
                    .isEmpty();
        } catch (OvsdbFailure e) {
            // It may be gone for good or only for now; nobody else can say that it has left.
            return false;
        }
    }

    /** Which database was founded: the one that answers; while none does, the last one known counts. */
    private Optional<String> tell(Work work, Optional<OvsdbRow> database, boolean shrinks) {
        var said = new TreeMap<>(Map.of(REPLICAS, String.valueOf(replicas)));
        var known = work.find(ConfigMap.class, members.getMetadata().getName())
                .map(ConfigMap::getData)
                .map(data -> data.get(FOUNDED));
        var founded = database.filter(row -> row.flag("connected"))
                .flatMap(row -> row.uuid(FOUNDED))
                .or(() -> known);
        founded.ifPresent(cid -> said.put(FOUNDED, cid));
        if (shrinks) {
            said.put(LEAVING, String.valueOf(replicas));
        }
        work.apply(members.edit().withData(said).build());
        return founded;
    }
}
