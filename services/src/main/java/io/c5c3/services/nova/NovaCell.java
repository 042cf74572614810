package io.c5c3.services.nova;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One cell of a Nova, with the names of all that it stands on.
 *
 * @param shared whether it stands on the database and the queue of the service itself, and has the service's conductors for its own
 */
public record NovaCell(Nova nova, Nova.Cell cell, boolean shared) {

    /** The cells of a Nova. Only the first may share: two in one queue would take each other's messages. */
    public static List<NovaCell> of(Nova nova) {
        var cells = new ArrayList<NovaCell>();
        for (var cell : nova.getSpec().cells()) {
            var names = cell.database() != null || cell.messaging() != null;
            cells.add(new NovaCell(nova, cell, cells.isEmpty() && !names));
        }
        return List.copyOf(cells);
    }

    public String name() {
        return cell.name();
    }

    private String prefix() {
        var service = nova.getMetadata().getName();
        return shared ? service : service + "-" + name();
    }

    /** The Secret with the DSN of the cell's database. */
    public String databaseConnection() {
        return DatabaseStep.connectionSecret(prefix());
    }

    /** The Secret with the URL of the cell's queue. */
    public String messagingConnection() {
        return MessagingStep.connectionSecret(prefix());
    }

    /** The Secrets that hold where the cell is; who has them by heart has to start anew when they change. */
    Set<String> connections() {
        return Set.of(databaseConnection(), messagingConnection());
    }

    /** The Secret with the login to the cell's queue. */
    public String messagingCredentials() {
        var wish = shared ? nova.getSpec().messaging() : cell.messaging();
        return Optional.ofNullable(wish)
                .map(Messaging::secretRef)
                .map(SecretRef::name)
                .orElse(prefix() + "-rabbitmq-credentials");
    }

    /** The Service through which consoles of this cell's guests are reached. */
    String consoles(ConsoleKind kind) {
        return prefix() + "-" + kind.proxy();
    }

    /** The server the resource names for the cell, else the service's. */
    Database database() {
        var own = cell.database();
        if (own != null && (own.clusterRef() != null || own.host() != null)) {
            return own;
        }
        var service = nova.getSpec().database();
        return new Database(
                own == null ? null : own.secretRef(),
                own == null ? null : own.database(),
                service.clusterRef(),
                service.host(),
                service.port());
    }

    /** The servers the resource names for the cell, else the service's. */
    public Messaging messaging() {
        var own = cell.messaging();
        if (own != null && (own.clusterRef() != null || !own.hosts().isEmpty())) {
            return own;
        }
        var service = nova.getSpec().messaging();
        return shared
                ? service
                : new Messaging(service.clusterRef(), own == null ? null : own.secretRef(), service.hosts());
    }

    String databaseName() {
        return shared
                ? nova.getSpec().database().database()
                : Objects.requireNonNullElse(database().database(), "nova_" + name().replace('-', '_'));
    }

    /** Where the database is: a change is a reason to make its tables. */
    String databaseMark() {
        var wish = shared ? nova.getSpec().mainDatabase() : database();
        var cluster = wish.clusterRef();
        var server = cluster == null ? Objects.requireNonNullElse(wish.host(), "") : cluster.name();
        return server + "/" + databaseName();
    }

    /**
     * What a cell has to itself: logins that are made unless they are named, a database and a queue.
     *
     * @param filledBy the Job that makes the tables
     */
    List<Step> foundation(String filledBy) {
        if (shared) {
            return List.of();
        }
        var steps = new ArrayList<Step>();
        var policy = nova.getSpec().deletionPolicy();
        var wish = database();
        var login = Optional.ofNullable(wish.secretRef()).map(SecretRef::name).orElse(prefix() + "-db-credentials");
        if (wish.secretRef() == null && wish.host() == null) {
            steps.add(generated(login, Map.of("username", databaseName())));
        }
        steps.add(new DatabaseStep(
                wish, databaseName(), login, databaseConnection(), Set.of(filledBy), Set.of(), policy));
        var own = cell.messaging();
        if (own == null || (own.secretRef() == null && own.hosts().isEmpty())) {
            steps.add(generated(messagingCredentials(), Map.of("username", prefix(), "vhost", prefix())));
        }
        steps.add(new MessagingStep(messaging(), messagingCredentials(), messagingConnection(), policy));
        return steps;
    }

    private Step generated(String secret, Map<String, String> fixed) {
        return new GeneratedSecretStep(
                secret, fixed, List.of("password"), nova.getSpec().deletionPolicy() == DeletionPolicy.Delete);
    }
}
