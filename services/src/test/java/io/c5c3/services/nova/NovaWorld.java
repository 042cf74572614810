package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.mariadb.MariaDBBlueprint;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.rabbitmq.RabbitMQBlueprint;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A Nova in a cluster in memory, with a database and a queue. */
final class NovaWorld {

    final MemorySql sql = new MemorySql();
    final MemoryBroker broker = new MemoryBroker();
    final MemoryCompute compute = new MemoryCompute();
    final Simulation simulation = new Simulation(
            List.of(new MariaDBBlueprint(), new RabbitMQBlueprint(), new NovaBlueprint()),
            new Ports()
                    .with(Sql.class, sql)
                    .with(Broker.class, broker)
                    .with(HttpProbe.class, target -> 200)
                    .with(Compute.class, compute));

    NovaWorld() {
        simulation.add(secret("nova-db-credentials", Map.of("username", "nova", "password", "a $ecret")));
        simulation.add(
                secret("nova-rabbitmq-credentials", Map.of("username", "nova", "password", "qu{eue", "vhost", "nova")));
        simulation.add(credential("nova-keystone-credentials"));
        simulation.add(NovaGoldenTest.keystone());
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: MariaDB
                metadata: {name: mariadb}
                spec: {}
                """, MariaDB.class));
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: RabbitMQ
                metadata: {name: rabbitmq}
                spec: {}
                """, RabbitMQ.class));
    }

    static Secret credential(String name) {
        return secret(name, Map.of("application_credential_id", "id", "application_credential_secret", "app $ecret"));
    }

    NovaWorld apply(String spec) {
        var wanted = Json.KUBERNETES.unmarshal("""
                apiVersion: nova.openstack.c5c3.io/v1alpha1
                kind: Nova
                metadata: {name: nova}
                spec: %s
                """.formatted(spec), Nova.class);
        if (simulation.find(Nova.class, "nova").isEmpty()) {
            simulation.add(wanted);
        } else {
            simulation
                    .cluster()
                    .edit(Nova.class, Simulation.NAMESPACE, "nova", found -> found.setSpec(wanted.getSpec()));
        }
        simulation.settle();
        return this;
    }

    void agents(String name, String cell, String... nodes) {
        var status = String.join(
                ", ",
                List.of(nodes).stream().map(node -> "{name: " + node + "}").toList());
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: nova.openstack.c5c3.io/v1alpha1
                kind: NovaCompute
                metadata: {name: %s}
                spec: {cell: %s}
                status: {nodes: [%s]}
                """.formatted(name, cell, status), NovaCompute.class));
    }

    Nova nova() {
        return simulation.find(Nova.class, "nova").orElseThrow();
    }

    String reason(String condition) {
        return Conditions.of(nova(), condition).orElseThrow().getReason();
    }

    String message(String condition) {
        return Conditions.of(nova(), condition).orElseThrow().getMessage();
    }

    String cells() {
        return Conditions.status(nova()).path("cells").toString();
    }

    static Secret secret(String name, Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(data)
                .build();
    }
}
