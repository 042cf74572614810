package io.c5c3.services.cinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Cinder in a cluster in memory, on a database and a message queue that somebody else made. */
class CinderOperatorTest {

    private static final String PLACES =
            "database: {host: db.example.com}, messaging: {hosts: ['mq.example.com:5672']}, keystone: {authUrl:"
                    + " 'http://keystone.example.com/v3'}";

    private static final String ONE = "{" + PLACES + ", backends: [{name: one, driver: x.Y}], defaultVolumeType: one}";

    private static final String TWO = "{" + PLACES
            + ", backends: [{name: one, driver: x.Y}, {name: two, driver: x.Z, secretOptionsRef: {name: two-login}}]}";

    private final MemorySql sql = new MemorySql();
    private final MemoryBroker broker = new MemoryBroker();
    private final MemoryVolumes volumes = new MemoryVolumes();
    private final Simulation simulation = new Simulation(
            List.of(new CinderBlueprint()),
            new Ports()
                    .with(Sql.class, sql)
                    .with(Broker.class, broker)
                    .with(Volumes.class, volumes)
                    .with(HttpProbe.class, target -> 200));

    @BeforeEach
    void given() {
        sql.given("db.example.com", "cinder", "a $ecret", "cinder");
        broker.given("mq.example.com", "cinder", "b $ecret", "cinder");
        simulation.add(
                Neighbours.secret("cinder-db-credentials", Map.of("username", "cinder", "password", "a $ecret")));
        simulation.add(Neighbours.secret(
                "cinder-rabbitmq-credentials",
                Map.of("username", "cinder", "password", "b $ecret", "vhost", "cinder")));
        simulation.add(Neighbours.secret("two-login", Map.of("san_password", "c $ecret")));
        simulation.add(Neighbours.login("cinder"));
        var cinder = new Cinder();
        cinder.getMetadata().setName("cinder");
        cinder.setSpec(spec(ONE));
        simulation.add(cinder);
    }

    @Test
    void becomesReadyAndThenRests() {
        simulation.settle();
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        var status = Conditions.status(cinder());
        assertThat(status.path("endpoint").asText()).isEqualTo("http://cinder.openstack.svc.cluster.local:8776");
        assertThat(status.path("installedRelease").asText()).isEqualTo("27.0.0");
        assertThat(status.path("backends").toString())
                .isEqualTo("[{\"name\":\"one\",\"status\":\"Ready\",\"availableCapacityGb\":10240}]");
        assertThat(simulation.find(CronJob.class, "cinder-db-purge")).isPresent();
        var writes = simulation.cluster().writes().size();
        var requests = volumes.requests();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
        assertThat(volumes.requests()).as("nobody is asked for nothing").isEqualTo(requests);
    }

    @Test
    void passwordsAreInSecretsOnly() {
        change(TWO);
        simulation.settle();
        assertThat(Conditions.ready(cinder())).as("%s", Conditions.of(cinder())).isTrue();
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain("$ecret", "%24ecret");
            }
        });
    }

    @Test
    void aBackendThatIsDownIsNamed() {
        change(TWO);
        volumes.reported(new Volumes.Pool("cinder@two", false, OptionalDouble.empty()));
        simulation.settle();
        assertThat(reason("BackendsReady")).isEqualTo("BackendDown");
        assertThat(message("BackendsReady")).contains(": two.");
        assertThat(Conditions.status(cinder()).path("backends").toString())
                .isEqualTo(
                        "[{\"name\":\"one\",\"status\":\"Ready\",\"availableCapacityGb\":10240},{\"name\":\"two\",\"status\":\"Down\"}]");
        volumes.reported(new Volumes.Pool("cinder@two", true, OptionalDouble.of(7.9)));
        simulation.settle();
        assertThat(Conditions.ready(cinder())).isTrue();
        assertThat(Conditions.status(cinder())
                        .at("/backends/1/availableCapacityGb")
                        .asLong())
                .isEqualTo(7);
    }

    @Test
    void howMuchRoomThereIsIsAskedAgainNowAndThen() {
        simulation.settle();
        var writes = simulation.cluster().writes().size();
        simulation.clock().advance(Duration.ofMinutes(2));
        simulation.settle();
        assertThat(simulation.cluster().writes()).as("the answer was the same").hasSize(writes);
        volumes.reported(new Volumes.Pool("cinder@one", true, OptionalDouble.of(5)));
        simulation.settle();
        assertThat(Conditions.status(cinder())
                        .at("/backends/0/availableCapacityGb")
                        .asLong())
                .isEqualTo(10240);
        simulation.clock().advance(Duration.ofMinutes(2));
        simulation.settle();
        assertThat(Conditions.status(cinder())
                        .at("/backends/0/availableCapacityGb")
                        .asLong())
                .isEqualTo(5);
    }

    @Test
    void partsArePlacedAsTheySayOrElseAsAllAre() {
        change(
                "{" + PLACES + ", deployment: {priorityClassName: all}, api: {deployment: {priorityClassName: api}},"
                        + " backends: [{name: one, driver: a.B}, {name: two, driver: a.B, deployment: {priorityClassName: two}}]}");
        simulation.settle();
        assertThat(priority("cinder-api")).isEqualTo("api");
        assertThat(priority("cinder-scheduler")).isEqualTo("all");
        assertThat(priority("cinder-volume-one")).isEqualTo("all");
        assertThat(priority("cinder-volume-two")).isEqualTo("two");
    }

    private String priority(String deployment) {
        return simulation
                .find(Deployment.class, deployment)
                .orElseThrow()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getPriorityClassName();
    }

    @Test
    void oneBackendDoesNotWaitForAnother() {
        simulation.hold("cinder-volume-one");
        change(TWO);
        simulation.settle();
        assertThat(simulation.find(Deployment.class, "cinder-volume-two")).isPresent();
        assertThat(reason("VolumeReady")).isEqualTo("RolloutInProgress");
        assertThat(reason("APIReady")).as("the API does not wait for backends").isEqualTo("APIHealthy");
    }

    @Test
    void backendsHaveTypesThatComeAndGoWithThem() {
        change(TWO);
        simulation.settle();
        assertThat(volumes.changes()).containsExactly("create type one", "create type two");
        volumes.change(
                "one",
                Map.of(VolumeTypesStep.MADE_FOR, Owner.of(cinder()).text(), VolumeTypesStep.BACKEND, "elsewhere"));
        simulation.clock().advance(Duration.ofMinutes(6));
        simulation.settle();
        assertThat(volumes.changes()).endsWith("specify type id-of-one");
        change(ONE);
        simulation.settle();
        assertThat(volumes.changes()).endsWith("delete type id-of-two");
        assertThat(simulation.find(Deployment.class, "cinder-volume-two")).isEmpty();
    }

    @Test
    void aTypeOfSomebodyElseIsLeftAloneUntilItIsHandedOver() {
        volumes.given("one", Map.of(VolumeTypesStep.BACKEND, "elsewhere"));
        volumes.given("two", Map.of(VolumeTypesStep.BACKEND, "two"));
        change(TWO);
        simulation.settle();
        assertThat(reason("VolumeTypesReady")).isEqualTo("NameTaken");
        assertThat(volumes.changes()).isEmpty();
        simulation
                .cluster()
                .edit(
                        Cinder.class,
                        Simulation.NAMESPACE,
                        "cinder",
                        found -> found.getMetadata().setAnnotations(Map.of("c5c3.io/adopt", "volume-type/one")));
        simulation.settle();
        assertThat(volumes.changes()).containsExactly("specify type id-of-one");
        assertThat(volumes.extraSpecs("one")).containsEntry(VolumeTypesStep.BACKEND, "one");
        change(ONE);
        simulation.settle();
        assertThat(volumes.changes()).as("the other is a person's").containsExactly("specify type id-of-one");
    }

    @Test
    void aTypeThatVolumesHaveStays() {
        change(TWO);
        simulation.settle();
        volumes.used("two");
        change(ONE);
        simulation.settle();
        assertThat(volumes.changes()).containsExactly("create type one", "create type two");
        assertThat(Conditions.ready(cinder())).isTrue();
    }

    @Test
    void whenTheApiGoesAwayTheTypesAreLeftAlone() {
        volumes.away(true);
        simulation.settle();
        assertThat(reason("VolumeTypesReady")).isEqualTo("APINotReachable");
        volumes.away(false);
        simulation.settle();
        assertThat(Conditions.ready(cinder())).isTrue();
    }

    @Test
    void aNewImageMigratesBeforeAndAfterTheRollout() {
        simulation.settle();
        var sync = job("cinder-db-sync");
        var online = job("cinder-db-online-migrations");
        simulation.hold("cinder-volume-one");
        change(ONE.replaceFirst("\\{", "{image: {tag: 27.0.1}, "));
        simulation.settle();
        assertThat(job("cinder-db-sync").getMetadata().getUid())
                .isNotEqualTo(sync.getMetadata().getUid());
        assertThat(job("cinder-db-online-migrations").getMetadata().getUid())
                .as("the old release may still run")
                .isEqualTo(online.getMetadata().getUid());
        simulation.mend("cinder-volume-one");
        simulation.settle();
        assertThat(job("cinder-db-online-migrations").getMetadata().getUid())
                .isNotEqualTo(online.getMetadata().getUid());
        assertThat(Conditions.status(cinder()).path("installedRelease").asText())
                .isEqualTo("27.0.1");
    }

    @Test
    void aNewSecretOptionRollsTheBackendThatReadsItAndNoOther() {
        change(TWO);
        simulation.settle();
        var one = template("cinder-volume-one");
        var two = template("cinder-volume-two");
        simulation.add(Neighbours.secret("two-login", Map.of("san_password", "another")));
        simulation.settle();
        assertThat(template("cinder-volume-one")).isEqualTo(one);
        assertThat(template("cinder-volume-two")).isNotEqualTo(two);
    }

    @Test
    void aMistakeStopsAtTheConfigurationAndBreaksNothing() {
        simulation.settle();
        var one = template("cinder-volume-one");
        change("{" + PLACES + ", backends: [{name: one, driver: x.Y}, {name: one, driver: x.Z}]}");
        simulation.settle();
        assertThat(reason("ConfigReady")).isEqualTo("BackendNamesClash");
        assertThat(template("cinder-volume-one")).isEqualTo(one);
    }

    private Object template(String deployment) {
        return simulation
                .find(Deployment.class, deployment)
                .orElseThrow()
                .getSpec()
                .getTemplate();
    }

    private Job job(String name) {
        return simulation.find(Job.class, name).orElseThrow();
    }

    private void change(String spec) {
        simulation.cluster().edit(Cinder.class, Simulation.NAMESPACE, "cinder", found -> found.setSpec(spec(spec)));
    }

    private static Cinder.Spec spec(String yaml) {
        return Json.KUBERNETES.unmarshal("# YAML\n" + yaml, Cinder.Spec.class);
    }

    private Cinder cinder() {
        return simulation.find(Cinder.class, "cinder").orElseThrow();
    }

    private String reason(String condition) {
        return Conditions.of((HasMetadata) cinder(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of((HasMetadata) cinder(), condition).orElseThrow().getMessage();
    }
}
