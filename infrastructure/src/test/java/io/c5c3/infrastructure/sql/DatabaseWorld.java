package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.mariadb.MariaDBBlueprint;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A namespace with operators for MariaDB and for a Keystone that is nothing but its database. */
abstract class DatabaseWorld {

    Database wish = Defaults.of(Database.class);
    DeletionPolicy policy = DeletionPolicy.Retain;
    final MemorySql sql = new MemorySql();
    final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint(), new Identity()), new Ports().with(Sql.class, server()));

    /** What the operators talk to. */
    Sql server() {
        return sql;
    }

    /** Nothing but a database. */
    private final class Identity implements Blueprint<Keystone> {
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
            return DatabaseStep.USES;
        }

        @Override
        public Plan plan(Keystone keystone, Facts facts) {
            return Plan.builder()
                    .step(
                            "DatabaseReady",
                            new DatabaseStep(
                                    wish,
                                    "keystone",
                                    "login",
                                    "keystone-db-connection",
                                    Set.of("keystone-db-sync"),
                                    Set.of("keystone-cache"),
                                    policy))
                    .build();
        }
    }

    void ready() {
        if (simulation.find(MariaDB.class, "db").isEmpty()) {
            mariadb("db");
        }
        keystone();
        login(Map.of("username", "keystone", "password", "the-password"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
    }

    void delete() {
        simulation.cluster().take(Ref.of(Keystone.class, "openstack", "keystone"));
        simulation.settle();
    }

    void mariadb(String name) {
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder().withName(name).build());
        mariadb.setSpec(MariaDBSpecBuilder.builder().build());
        simulation.add(mariadb);
    }

    void encrypt(String name, boolean now) {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        "openstack",
                        name,
                        found -> found.setSpec(MariaDBSpecBuilder.builder(found.getSpec())
                                .tls(new Tls(now, null, null))
                                .build()));
    }

    void keystone() {
        var keystone = new Keystone();
        keystone.setMetadata(new ObjectMetaBuilder().withName("keystone").build());
        simulation.add(keystone);
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

    String dsn() {
        var secret = simulation.find(Secret.class, "keystone-db-connection").orElseThrow();
        return new String(Base64.getDecoder().decode(secret.getData().get("connection")), StandardCharsets.UTF_8);
    }

    Keystone.Status keystoneStatus() {
        return simulation.find(Keystone.class, "keystone").orElseThrow().getStatus();
    }

    Condition condition() {
        return Conditions.of(simulation.find(Keystone.class, "keystone").orElseThrow(), "DatabaseReady")
                .orElseThrow();
    }
}
