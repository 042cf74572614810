package io.c5c3.infrastructure.sql;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Optional;

/** How an operator becomes root on a MariaDB of ours. */
public final class RootLogin {

    public static final String USER = "root";

    private RootLogin() {}

    /** The Secret with root's password: the person's own, or the one the operator made. */
    public static String secret(MariaDB cluster) {
        var own = cluster.getSpec().rootPasswordSecretRef();
        return own == null ? cluster.getMetadata().getName() + "-root" : own.name();
    }

    /** The address of a Service, which also works from outside the cluster, where its names mean nothing. */
    public static Optional<String> address(Work work, String service) {
        return work.find(Service.class, service)
                .map(found -> found.getSpec().getClusterIP())
                .filter(ip -> !ip.isBlank() && !"None".equals(ip));
    }

    public static Optional<SqlLogin> of(Work work, MariaDB cluster) {
        var password = SecretText.lines(work, secret(cluster)).getOrDefault("password", "");
        return address(work, cluster.getMetadata().getName())
                .filter(address -> !password.isBlank())
                .map(address -> new SqlLogin(
                        address, MariaDB.PORT, USER, password, new DatabaseCertificate(cluster).trust(work)));
    }
}
