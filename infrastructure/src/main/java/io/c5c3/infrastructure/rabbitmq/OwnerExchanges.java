package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.Thing;
import java.util.Map;
import java.util.Optional;

/**
 * Who made what on the servers: an exchange for each thing, in a virtual host of the operators' own that only the administrator may enter.
 * Of all that the servers keep, exchanges are what two cannot make at once in two ways: the second to declare one with another alternate
 * exchange is refused. They are durable, on every server, and no message ever goes through them.
 *
 * @param admin who asks
 */
record OwnerExchanges(BrokerLogin admin) implements Records<BrokerFailure> {

    private static final String EXCHANGES = "exchanges";
    private static final String OWNER = "alternate-exchange";
    private static final String ALL = ".*";

    @Override
    public Optional<Owner> owner(Thing thing) throws BrokerFailure {
        return ManagementApi.find(admin, EXCHANGES, Broker.RECORDS, thing.toString())
                .flatMap(
                        found -> Owner.parse(found.path("arguments").path(OWNER).asText("")));
    }

    @Override
    public void record(Thing thing, Owner owner) throws BrokerFailure {
        if (ManagementApi.find(admin, "permissions", Broker.RECORDS, admin.user())
                .isEmpty()) {
            ManagementApi.put(admin, Map.of(), "vhosts", Broker.RECORDS);
            ManagementApi.put(
                    admin,
                    Map.of("configure", ALL, "write", ALL, "read", ALL),
                    "permissions",
                    Broker.RECORDS,
                    admin.user());
        }
        try {
            ManagementApi.put(
                    admin,
                    Map.of(
                            "type",
                            "fanout",
                            "durable",
                            true,
                            "auto_delete",
                            false,
                            "internal",
                            true,
                            "arguments",
                            Map.of(OWNER, owner.text())),
                    EXCHANGES,
                    Broker.RECORDS,
                    thing.toString());
        } catch (BrokerRefused e) {
            // Somebody else was first: whoever asks next is told who.
            if (!e.isMistake()) {
                throw e;
            }
        }
    }

    @Override
    public void strike(Thing thing) throws BrokerFailure {
        ManagementApi.delete(admin, EXCHANGES, Broker.RECORDS, thing.toString());
    }
}
