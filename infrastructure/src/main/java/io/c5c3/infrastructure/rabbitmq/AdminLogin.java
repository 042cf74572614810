package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Optional;

/** How an operator becomes the administrator of a RabbitMQ of ours. */
final class AdminLogin {

    static final String USER = "admin";

    private AdminLogin() {}

    /** The Secret with the administrator's password: the person's own, or the one the operator made. */
    static String secret(RabbitMQ cluster) {
        var own = cluster.getSpec().adminPasswordSecretRef();
        return own == null ? cluster.getMetadata().getName() + "-admin" : own.name();
    }

    /** The address of the Service for clients, which also works from outside the cluster, where its names mean nothing. */
    static Optional<String> address(Work work, RabbitMQ cluster) {
        return work.find(Service.class, new ServerNames(cluster).client())
                .map(found -> found.getSpec().getClusterIP())
                .filter(ip -> !ip.isBlank() && !"None".equals(ip));
    }

    static Optional<BrokerLogin> of(Work work, RabbitMQ cluster) {
        return of(work, cluster, secret(cluster));
    }

    static Optional<BrokerLogin> of(Work work, RabbitMQ cluster, String secret) {
        var names = new ServerNames(cluster);
        var password = SecretText.lines(work, secret).getOrDefault("password", "");
        return address(work, cluster)
                .filter(address -> !password.isBlank())
                .map(address -> new BrokerLogin(address, names.managementPort(), USER, password, names.trust(work)));
    }
}
