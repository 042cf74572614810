package io.c5c3.infrastructure.rabbitmq;

import static io.c5c3.infrastructure.servers.ServerGroup.port;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.Callers;
import io.c5c3.infrastructure.servers.PortRange;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;

/** What stands beside the servers. */
record ServerObjects(RabbitMQ rabbitmq) {

    static final String AMQP = "amqp";
    static final String MANAGEMENT = "management";
    static final String METRICS = "prometheus";
    static final String DISTRIBUTION = "distribution";

    /** Where servers ask each other for the port of the other, and that port. */
    static final int MAPPER_PORT = 4369;

    static final int DISTRIBUTION_PORT = 25672;

    /**
     * Where a copy of a stream waits for what is written to it: a port for each, which the servers choose among these. Whatever all processes
     * of a service are told is a stream, so none of them hears anything while servers do not reach each other here.
     */
    static final PortRange STREAM_PORTS = new PortRange(6000, 6500);

    private ServerNames names() {
        return new ServerNames(rabbitmq);
    }

    ServerGroup group() {
        return new ServerGroup(names().name(), names().labels(), names().selector());
    }

    Service client() {
        return group().service(
                        names().client(),
                        names().selector(),
                        List.of(port(AMQP, names().port()), port(MANAGEMENT, names().managementPort())));
    }

    Service headless() {
        return group().headless(List.of(
                port(AMQP, names().port()),
                port(MANAGEMENT, names().managementPort()),
                port(METRICS, RabbitMQ.METRICS_PORT)));
    }

    Optional<PodDisruptionBudget> disruptionBudget() {
        return group().disruptionBudget(rabbitmq.getSpec().replicas());
    }

    /** The agents of Nova on hypervisors are clients, too. */
    Optional<NetworkPolicy> networkPolicy(Facts facts) {
        return group().networkPolicy(
                        rabbitmq.getSpec().networkPolicy(),
                        Callers.nodes(facts),
                        List.of(names().port(), names().managementPort(), RabbitMQ.METRICS_PORT),
                        List.of(PortRange.of(MAPPER_PORT), PortRange.of(DISTRIBUTION_PORT), STREAM_PORTS));
    }
}
