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
    public String condition() {
        return workload.condition();
    }

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
        var rollout = workload.run(work);
        try {
            var counted = count(work);
            return rollout.succeeded() ? counted : rollout;
        } catch (OvsdbFailure e) {
            return rollout.succeeded()
                    ? Outcome.waiting("DatabaseUnreachable", e.getMessage() + ".")
                            .retry(WHILE_ILL)
                    : rollout;
        }
    }

    private Outcome count(Work work) throws OvsdbFailure {
        var found = southbound.select(work, Heartbeat.REGISTERED, Heartbeat.ANSWERS);
        var registered = found.getFirst();
        var answers = found.getLast();
        var heartbeat = Heartbeat.ask(work, northbound, southbound);
        var active = answers.stream()
                .filter(row -> heartbeat.answeredBy(row, work.now()))
                .toList();
        work.status("chassisCount", registered.size());
        work.status("activeControllers", active.size());
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
