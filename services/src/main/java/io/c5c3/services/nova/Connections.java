package io.c5c3.services.nova;

import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.EnvVar;

/**
 * The Secrets that say where a Nova's databases and its queue are, and the variables by which its parts are told.
 *
 * @param name of the Nova
 */
record Connections(String name) {

    /** The database of the API. */
    String api() {
        return DatabaseStep.connectionSecret(name + "-api");
    }

    /** The database of guests that never found a host. */
    String cell0() {
        return DatabaseStep.connectionSecret(name + "-cell0");
    }

    String messaging() {
        return MessagingStep.connectionSecret(name);
    }

    EnvVar apiDatabase() {
        return Reads.fromSecret("api_database", "connection", api(), DatabaseStep.DSN);
    }

    static EnvVar queue(String secret) {
        return Reads.fromSecret("DEFAULT", "transport_url", secret, MessagingStep.URL);
    }
}
