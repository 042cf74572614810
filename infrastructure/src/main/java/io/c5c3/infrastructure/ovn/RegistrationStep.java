package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node is in the network: registered in the southbound database, and answering. Deleted, it is taken out of the database, but
 * only when its controller is gone, which would put it in again.
 *
 * @param members the StatefulSet of the southbound database: when that is gone there is nothing to be taken out of
 * @param controllers the labels of the controllers' pods
 */
record RegistrationStep(
        String systemId,
        String node,
        OvnAccess northbound,
        OvnAccess southbound,
        String members,
        Map<String, String> controllers)
        implements Step {

    private static final Duration WHILE_WELL = Duration.ofSeconds(60);
    private static final Duration WHILE_ILL = Duration.ofSeconds(5);

    /** Answers come every few minutes; telling of each would be a write per node each time, for nobody's benefit. */
    private static final Duration WORTH_TELLING = Duration.ofMinutes(15);

    private static final String NAME = "name";
    private static final String ASTRAY = "no-way-for-tunnels";

    @Override
    public Outcome run(Work work) {
        var found = new TreeMap<String, @Nullable Object>();
        return ask(work, found).found(found);
    }

    private Outcome ask(Work work, Map<String, @Nullable Object> found) {
        try {
            var rows = southbound.select(
                    work, Heartbeat.REGISTERED.where(NAME, systemId), Heartbeat.ANSWERS.where(NAME, systemId));
            if (rows.getFirst().isEmpty()) {
                found.put("registeredAt", null);
                return Outcome.waiting(
                                "NotRegistered",
                                "The controller on Node/" + node + " has not registered at "
                                        + southbound.connection().text() + " yet.")
                        .retry(WHILE_ILL);
            }
            var status = ((OVNChassis) work.owner()).getStatus();
            if (status == null || status.registeredAt() == null) {
                found.put(
                        "registeredAt",
                        work.now().truncatedTo(ChronoUnit.SECONDS).toString());
            }
            var heard = heard(
                    work,
                    Heartbeat.ask(work, northbound, southbound),
                    rows.getLast().stream().findFirst(),
                    found);
            return heard.succeeded() && isAstray(rows.getFirst().getFirst()) && hasOthers(work) ? astray() : heard;
        } catch (OvsdbFailure e) {
            return Outcome.waiting("DatabaseUnreachable", e.getMessage() + ".").retry(WHILE_ILL);
        }
    }

    private Outcome heard(
            Work work,
            Heartbeat heartbeat,
            java.util.Optional<OvsdbRow> controller,
            Map<String, @Nullable Object> found) {
        var answer = controller.flatMap(Heartbeat::answer);
        answer.filter(at -> worthTelling(work, at)).ifPresent(at -> found.put("lastHeartbeat", seconds(at)));
        if (controller.filter(row -> heartbeat.answeredBy(row, work.now())).isEmpty()) {
            return Outcome.waiting(
                            "NotResponding",
                            "The controller on Node/" + node + " is registered and "
                                    + answer.map(at -> "has not answered since " + seconds(at))
                                            .orElse("has not answered yet")
                                    + ": it has lost its switch or the southbound database.")
                    .retry(WHILE_ILL);
        }
        return Outcome.done("Connected", "The controller on Node/" + node + " answers, and its switch with it.")
                .again(WHILE_WELL);
    }

    /** So says the switch's pod ("switch.sh"), by the words that a controller passes on as they are. */
    private static boolean isAstray(OvsdbRow chassis) {
        return List.of(chassis.entry(Heartbeat.SETTINGS, "ovn-cms-options").split(","))
                .contains(ASTRAY);
    }

    /** A node alone has no tunnels. */
    private boolean hasOthers(Work work) throws OvsdbFailure {
        return southbound
                        .select(work, Ovsdb.Query.of("Chassis", NAME))
                        .getFirst()
                        .size()
                > 1;
    }

    private Outcome astray() {
        return Outcome.waiting(
                        "NoWayForTunnels",
                        "Guests on Node/" + node
                                + " do not reach those on others: packets are switched in user space there, and no"
                                + " network card is for tunnels alone. Give the node one with an address, and write that into its"
                                + " annotation " + ChassisWish.ADDRESS + "; or load the kernel module openvswitch.")
                .retry(WHILE_WELL);
    }

    private static boolean worthTelling(Work work, Instant at) {
        var status = ((OVNChassis) work.owner()).getStatus();
        var told = status == null ? null : status.lastHeartbeat();
        return told == null || at.isAfter(Instant.parse(told).plus(WORTH_TELLING));
    }

    private static String seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    @Override
    public Outcome teardown(Work work) {
        if (work.find(StatefulSet.class, members).isEmpty()) {
            return Outcome.skipped("The southbound database is gone.");
        }
        var running = work.labelled(Pod.class, controllers).stream()
                .filter(pod ->
                        pod.getSpec() != null && node.equals(pod.getSpec().getNodeName()))
                .findFirst();
        if (running.isPresent()) {
            return Outcome.waiting(
                            "WaitingForController",
                            Ref.of(running.get()) + " is still on Node/" + node + "; its entry goes when it is gone.")
                    .on(Ref.of(running.get()));
        }
        try {
            southbound.delete(
                    work, Heartbeat.REGISTERED.where(NAME, systemId), Heartbeat.ANSWERS.where(NAME, systemId));
            return Outcome.skipped("Taken out of the southbound database.");
        } catch (OvsdbFailure e) {
            return Outcome.waiting(
                            "WaitingForDatabase",
                            "The entry of Node/" + node + " is to be taken out, but " + e.getMessage() + ".")
                    .retry(WHILE_ILL);
        }
    }
}
