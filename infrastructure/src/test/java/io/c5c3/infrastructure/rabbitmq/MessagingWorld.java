package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.Tls;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A namespace with operators for RabbitMQ and for a service that is nothing but its queue. */
abstract class MessagingWorld {

    Messaging wish = Defaults.of(Messaging.class);
    DeletionPolicy policy = DeletionPolicy.Retain;
    final MemoryBroker broker = new MemoryBroker();
    final Simulation simulation =
            new Simulation(List.of(new RabbitMQBlueprint(), new Talker()), new Ports().with(Broker.class, broker));

    /** Nothing but a queue. */
    private final class Talker implements Blueprint<Keystone> {
        @Override
        public Class<Keystone> kind() {
            return Keystone.class;
        }

        @Override
        public String operator() {
            return "keystone";
        }

        @Override
        public Set<Class<? extends HasMetadata>> uses() {
            return MessagingStep.USES;
        }

        @Override
        public Plan plan(Keystone resource, Facts facts) {
            return Plan.builder()
                    .step(
                            "MessagingReady",
                            new MessagingStep(wish, "login", MessagingStep.connectionSecret("neutron"), policy))
                    .build();
        }
    }

    void ready() {
        if (simulation.find(RabbitMQ.class, "rabbitmq").isEmpty()) {
            rabbitmq("rabbitmq", 1, Defaults.of(Tls.class));
        }
        service();
        login(Map.of("username", "neutron", "password", "the-password", "vhost", "neutron"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("MessagingAvailable");
    }

    void delete() {
        simulation.cluster().take(Ref.of(Keystone.class, "openstack", "service"));
        simulation.settle();
    }

    void rabbitmq(String name, int replicas, Tls tls) {
        var rabbitmq = new RabbitMQ();
        rabbitmq.setMetadata(new ObjectMetaBuilder().withName(name).build());
        rabbitmq.setSpec(
                new RabbitMQ.Spec(replicas, null, null, null, null, null, null, null, tls, null, null, null, null));
        simulation.add(rabbitmq);
    }

    void service() {
        var service = new Keystone();
        service.setMetadata(new ObjectMetaBuilder().withName("service").build());
        simulation.add(service);
    }

    void login(Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("login")
                .addToAnnotations(SentTo.ALLOWED, "db.example.org, db.example.com, rabbit.example.org, [fd00::1]")
                .endMetadata()
                .withData(data)
                .build());
    }

    /** Where the operator reaches the servers. */
    String address() {
        return simulation
                .find(Service.class, "rabbitmq-client")
                .orElseThrow()
                .getSpec()
                .getClusterIP();
    }

    String url() {
        return value("neutron-messaging-connection", "transport_url");
    }

    Set<String> keys() {
        return simulation
                .find(Secret.class, "neutron-messaging-connection")
                .orElseThrow()
                .getData()
                .keySet();
    }

    String value(String secret, String key) {
        var value =
                simulation.find(Secret.class, secret).orElseThrow().getData().get(key);
        return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }

    Keystone.Status status() {
        return simulation.find(Keystone.class, "service").orElseThrow().getStatus();
    }

    Condition condition() {
        return Conditions.of(simulation.find(Keystone.class, "service").orElseThrow(), "MessagingReady")
                .orElseThrow();
    }
}
