package io.c5c3.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.mariadb.MariaDBBlueprint;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.rabbitmq.RabbitMQBlueprint;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.services.glance.GlanceBlueprint;
import io.c5c3.services.keystone.KeystoneBlueprint;
import io.c5c3.services.nova.Compute;
import io.c5c3.services.nova.MemoryCompute;
import io.c5c3.services.nova.NovaBlueprint;
import io.c5c3.services.placement.PlacementBlueprint;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two resources that want the same database, user or virtual host: the first has it, the second is told so and touches nothing. */
class OwnersOutsideTest {

    private static final String ADOPT = "c5c3.io/adopt";

    private final MemorySql sql = new MemorySql();
    private final MemoryBroker broker = new MemoryBroker();
    private final Simulation simulation = new Simulation(
            List.of(
                    new MariaDBBlueprint(),
                    new RabbitMQBlueprint(),
                    new KeystoneBlueprint(),
                    new PlacementBlueprint(),
                    new GlanceBlueprint(),
                    new NovaBlueprint()),
            new Ports()
                    .with(Sql.class, sql)
                    .with(Broker.class, broker)
                    .with(HttpProbe.class, target -> 200)
                    .with(Compute.class, new MemoryCompute()));

    OwnersOutsideTest() {
        add(MariaDB.class, "openstack.k8s.io", "mariadb", "{}");
        add(RabbitMQ.class, "openstack.k8s.io", "rabbitmq", "{}");
    }

    @Test
    void twoNovasDoNotShareADatabase() {
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("nova"));
        secret("nova-db-credentials", Map.of("username", "nova", "password", "one"));
        secret("nova-rabbitmq-credentials", Map.of("username", "nova", "password", "one", "vhost", "nova"));
        nova("nova", "{deletionPolicy: Delete}");
        assertThat(condition(Nova.class, "nova", "DatabaseReady").getStatus()).isEqualTo("True");
        assertThat(broker.records(host("rabbitmq-client"))).containsKeys("vhost/nova", "messaging-user/nova");
        var changes = changes();
        // The same login even: that it opens the door does not make the room its own.
        nova("other", """
                {deletionPolicy: Delete, database: {secretRef: {name: nova-db-credentials}},
                 messaging: {secretRef: {name: nova-rabbitmq-credentials}},
                 keystone: {appCredentialRef: {name: nova-keystone-credentials}}}""");
        assertThat(condition(Nova.class, "other", "DatabaseReady").getReason()).isEqualTo("NameTaken");
        assertThat(condition(Nova.class, "other", "DatabaseReady").getMessage())
                .startsWith("The database nova_api on MariaDB/mariadb belongs to Nova/nova in the namespace openstack,"
                        + " and is left alone");
        assertThat(condition(Nova.class, "other", "MessagingReady").getReason()).isEqualTo("NameTaken");
        delete(Nova.class, "other");
        assertThat(changes())
                .as("the second changes nothing, and takes nothing with it")
                .isEqualTo(changes);
        delete(Nova.class, "nova");
        assertThat(sql.databases(host("mariadb"))).isEmpty();
        assertThat(sql.users(host("mariadb"))).isEmpty();
        assertThat(sql.records(host("mariadb"))).isEmpty();
        assertThat(broker.users(host("rabbitmq-client"))).isEmpty();
        assertThat(broker.records(host("rabbitmq-client"))).isEmpty();
    }

    @Test
    void aPlacementDoesNotTakeTheDatabaseOfKeystone() {
        secret("keystone-db-credentials", Map.of("username", "keystone", "password", "one"));
        secret("keystone-admin", Map.of("password", "boss"));
        add(Keystone.class, "keystone.openstack.c5c3.io", "keystone", """
                {bootstrap: {adminPasswordSecretRef: {name: keystone-admin, key: password}}}""");
        simulation.settle();
        assertThat(condition(Keystone.class, "keystone", "DatabaseReady").getStatus())
                .isEqualTo("True");
        simulation.add(Neighbours.login("placement"));
        secret("placement-db-credentials", Map.of("username", "placement", "password", "two"));
        var changes = changes();
        placement("{deletionPolicy: Delete, database: {database: keystone}}");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getMessage())
                .startsWith("The database keystone on MariaDB/mariadb belongs to Keystone/keystone");
        delete(Placement.class, "placement");
        assertThat(changes()).isEqualTo(changes);
        assertThat(sql.databases(host("mariadb"))).containsExactly("keystone");
        placement("{deletionPolicy: Delete, database: {database: mysql}}");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getReason())
                .isEqualTo("DatabaseReserved");
    }

    @Test
    void twoGlancesDoNotChangeEachOthersPassword() {
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("glance"));
        secret("one-db-credentials", Map.of("username", "glance", "password", "one"));
        secret("two-db-credentials", Map.of("username", "glance", "password", "two"));
        glance("one", "");
        assertThat(condition(Glance.class, "one", "DatabaseReady").getStatus()).isEqualTo("True");
        var changes = changes();
        glance("two", "");
        assertThat(condition(Glance.class, "two", "DatabaseReady").getMessage())
                .startsWith("The database user glance on MariaDB/mariadb belongs to Glance/one");
        simulation.settle();
        assertThat(changes()).isEqualTo(changes);
        delete(Glance.class, "two");
        assertThat(changes()).isEqualTo(changes);
    }

    @Test
    void whatAPersonMadeIsLeftAloneUntilItIsHandedOver() {
        simulation.settle();
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("placement"));
        secret("placement-db-credentials", Map.of("username", "placement", "password", "two"));
        sql.given(host("mariadb"), "somebody", "three", "placement");
        placement("{deletionPolicy: Delete}");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getReason())
                .isEqualTo("NameTaken");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getMessage())
                .contains("kubectl annotate Placement/placement c5c3.io/adopt='database/placement'");
        delete(Placement.class, "placement");
        assertThat(changes()).isEmpty();
        placement("{deletionPolicy: Delete}");
        annotate(Placement.class, "placement", "database/placement");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getStatus())
                .isEqualTo("True");
        delete(Placement.class, "placement");
        assertThat(sql.databases(host("mariadb"))).isEmpty();
        assertThat(sql.users(host("mariadb"))).containsExactly("somebody");
    }

    @Test
    void aDatabaseMayBeHandedOverByOneWhoIsNamed() {
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("glance"));
        secret("one-db-credentials", Map.of("username", "glance", "password", "one"));
        secret("two-db-credentials", Map.of("username", "two", "password", "two"));
        glance("one", "");
        glance("two", ", database: {database: one}");
        assertThat(condition(Glance.class, "two", "DatabaseReady").getReason()).isEqualTo("NameTaken");
        annotate(Glance.class, "two", "database/one from Placement/one");
        assertThat(condition(Glance.class, "two", "DatabaseReady").getReason()).isEqualTo("NameTaken");
        annotate(Glance.class, "two", "database/one from Glance/one");
        assertThat(condition(Glance.class, "two", "DatabaseReady").getStatus()).isEqualTo("True");
        delete(Glance.class, "one");
        assertThat(sql.databases(host("mariadb"))).containsExactly("one");
    }

    @Test
    void anHeirFindsWhatWasKept() {
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("placement"));
        secret("placement-db-credentials", Map.of("username", "placement", "password", "two"));
        placement("{}");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getStatus())
                .isEqualTo("True");
        var changes = changes();
        delete(Placement.class, "placement");
        assertThat(sql.records(host("mariadb"))).containsOnlyKeys("database/placement", "database-user/placement");
        placement("{deletionPolicy: Delete}");
        assertThat(condition(Placement.class, "placement", "DatabaseReady").getStatus())
                .isEqualTo("True");
        assertThat(changes()).isEqualTo(changes);
        delete(Placement.class, "placement");
        assertThat(sql.databases(host("mariadb"))).isEmpty();
        assertThat(sql.records(host("mariadb"))).isEmpty();
    }

    private List<String> changes() {
        return List.of(sql.changes().toString(), broker.changes().toString()).stream()
                .filter(text -> !"[]".equals(text))
                .toList();
    }

    private String host(String service) {
        return simulation.find(Service.class, service).orElseThrow().getSpec().getClusterIP();
    }

    private void nova(String name, String spec) {
        add(Nova.class, "nova.openstack.c5c3.io", name, spec);
        simulation.settle();
    }

    private void placement(String spec) {
        add(Placement.class, "placement.openstack.c5c3.io", "placement", spec);
        simulation.settle();
    }

    private void glance(String name, String more) {
        add(
                Glance.class,
                "glance.openstack.c5c3.io",
                name,
                "{deletionPolicy: Delete, keystone: {appCredentialRef: {name: glance-keystone-credentials}}" + more
                        + "}");
        simulation.settle();
    }

    private void secret(String name, Map<String, String> values) {
        simulation.add(Neighbours.secret(name, values));
    }

    private <R extends HasMetadata> void add(Class<R> kind, String group, String name, String spec) {
        simulation.add(Json.KUBERNETES.unmarshal(
                "apiVersion: %s/v1alpha1\nkind: %s\nmetadata: {name: %s}\nspec: %s\n"
                        .formatted(group, HasMetadata.getKind(kind), name, spec),
                kind));
    }

    private void annotate(Class<? extends HasMetadata> kind, String name, String things) {
        simulation
                .cluster()
                .edit(
                        kind,
                        Simulation.NAMESPACE,
                        name,
                        found -> found.getMetadata().setAnnotations(Map.of(ADOPT, things)));
        simulation.settle();
    }

    private void delete(Class<? extends HasMetadata> kind, String name) {
        simulation.cluster().take(Ref.of(kind, Simulation.NAMESPACE, name));
        simulation.settle();
        assertThat(simulation.find(kind, name)).isEmpty();
    }

    private Condition condition(Class<? extends HasMetadata> kind, String name, String type) {
        return Conditions.of(simulation.find(kind, name).orElseThrow(), type).orElseThrow();
    }
}
