package io.c5c3.api.common;

import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * Where a service keeps its data. With {@code clusterRef} (or with neither it nor {@code host}, when the namespace has just one MariaDB)
 * the operator makes the database and its user; with {@code host} the server is somebody else's and both must be there already.
 *
 * @param secretRef the Secret with username and password, {@code <service>-db-credentials} by default; made if it is missing and the server
 *     is ours
 * @param database the name of the database; that of the service by default
 * @param clusterRef the MariaDB of this namespace that holds it
 * @param host a server of somebody else's
 * @param port the port of that server; 3306 by default
 */
@ValidationRule(
        value = "!(has(self.clusterRef) && has(self.host))",
        message =
                "write either database.clusterRef (the operator makes database and user) or database.host (you made them), not both")
public record Database(
        @Nullable SecretRef secretRef,
        @Pattern("^[a-z][a-z0-9_]{0,62}$") @Nullable String database,
        @Nullable NameRef clusterRef,
        @Nullable String host,
        @Min(1) @Max(65535) @Nullable Integer port) {

    @SuppressWarnings("NullAway")
    public static final Database UNSET = new Database(null, null, null, null, null);
}
