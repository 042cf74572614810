package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whether controllers answer. A number in the northbound database travels by northd to every controller, and each writes it back once its
 * switch has taken the flows that belong to it: so an answer says that the controller, the southbound database and the switch all work.
 *
 * @param raised the number in the northbound database
 * @param number the one that northd has passed on, and controllers have to answer
 * @param sent when northd passed it on; the beginning of time if never
 */
record Heartbeat(long raised, long number, Instant sent) {

    /** How often the number is raised if nobody else (Neutron) does. */
    private static final Duration PERIOD = Duration.ofMinutes(5);

    /** How long an answer may take: a controller with many guests needs its time. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final String NUMBER = "nb_cfg";
    private static final String TIME = "nb_cfg_timestamp";
    private static final String NORTH = "NB_Global";
    static final String SETTINGS = "other_config";
    static final Ovsdb.Query REGISTERED = Ovsdb.Query.of("Chassis", "name", SETTINGS);
    static final Ovsdb.Query ANSWERS = Ovsdb.Query.of("Chassis_Private", "name", NUMBER, TIME);

    static Heartbeat ask(Work work, OvnAccess northbound, OvnAccess southbound) throws OvsdbFailure {
        var north = northbound.select(work, Ovsdb.Query.of(NORTH, NUMBER, TIME)).getFirst();
        var south = southbound.select(work, Ovsdb.Query.of("SB_Global", NUMBER)).getFirst();
        return new Heartbeat(
                number(north),
                number(south),
                north.stream()
                        .findFirst()
                        .map(row -> Instant.ofEpochMilli(row.number(TIME)))
                        .orElse(Instant.EPOCH));
    }

    private static long number(List<OvsdbRow> rows) {
        return rows.stream().mapToLong(row -> row.number(NUMBER)).findFirst().orElse(0);
    }

    /** Raises the number when the last time is too long ago; one that is still on its way is enough. */
    boolean renew(Work work, OvnAccess northbound) throws OvsdbFailure {
        if (raised > number || work.now().isBefore(sent.plus(PERIOD))) {
            return false;
        }
        northbound.increment(work, NORTH, NUMBER);
        return true;
    }

    /** @param controller its row in Chassis_Private */
    boolean answeredBy(OvsdbRow controller, Instant now) {
        return answer(controller).isPresent()
                && (controller.number(NUMBER) >= number || now.isBefore(sent.plus(GRACE)));
    }

    static Optional<Instant> answer(OvsdbRow controller) {
        return Optional.of(Instant.ofEpochMilli(controller.number(TIME))).filter(Instant.EPOCH::isBefore);
    }

    static Optional<OvsdbRow> named(List<OvsdbRow> rows, String name) {
        return rows.stream().filter(row -> name.equals(row.text("name"))).findFirst();
    }
}
