package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The controllers, counted where they register: in the southbound database.
 *
 * @param expected system ids by node
 */
record ControllersStep(WorkloadStep workload, Map<String, String> expected, OvnAccess northbound, OvnAccess southbound)
        implements Step {

    private static final Duration WHILE_WELL = Duration.ofSeconds(60);
    private static final Duration WHILE_ILL = Duration.ofSeconds(2);

    @Override
    public List<HasMetadata> objects() {
        return workload.objects();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return workload.intends(namespace);
    }

    @Override
    public Outcome run(Work work) {
        var found = new TreeMap<String, Object>();
        var rollout = workload.run(work);
        var counted = counted(work, found);
        return (rollout.succeeded() ? counted : rollout).found(found);
    }

    private Outcome counted(Work work, Map<String, Object> found) {
        try {
            return count(work, found);
        } catch (OvsdbFailure e) {
            return Outcome.waiting("DatabaseUnreachable", e.getMessage() + ".").retry(WHILE_ILL);
        }
    }

    private Outcome count(Work work, Map<String, Object> found) throws OvsdbFailure {
        var rows = southbound.select(work, Heartbeat.REGISTERED, Heartbeat.ANSWERS);
        var registered = rows.getFirst();
        var answers = rows.getLast();
        var heartbeat = Heartbeat.ask(work, northbound, southbound);
        var active = answers.stream()
                .filter(row -> heartbeat.answeredBy(row, work.now()))
                .toList();
        found.put("chassisCount", registered.size());
        found.put("activeControllers", active.size());
        var asked = !registered.isEmpty() && heartbeat.renew(work, northbound);
        for (var entry : expected.entrySet()) {
            var ref = Ref.of(OVNChassis.class, work.namespace(), entry.getKey());
            if (Heartbeat.named(registered, entry.getValue()).isEmpty()) {
                return Outcome.waiting(
                                "ControllersNotRegistered",
                                "The controller on Node/" + entry.getKey() + " has not registered yet.")
                        .on(ref)
                        .retry(WHILE_ILL);
            }
            if (Heartbeat.named(active, entry.getValue()).isEmpty()) {
                return Outcome.waiting(
                                "ControllersSilent",
                                "The controller on Node/" + entry.getKey() + " is registered and does not answer.")
                        .on(ref)
                        .retry(WHILE_ILL);
            }
        }
        return Outcome.done(
                        "ControllersActive",
                        expected.isEmpty()
                                ? "No node carries the labels of controller.nodeSelector yet."
                                : "Each of " + expected.size() + " nodes has a controller that answers.")
                .again(asked ? WHILE_ILL : WHILE_WELL);
    }
}
