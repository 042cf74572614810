package io.c5c3.services.cortex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A Cortex in a cluster in memory. */
class CortexOperatorTest {

    private static final String EVERYBODY = "{pipelines: {nova: {enabled: true}, cinder: {enabled: true}}}";

    /** What is answered to a look at a path; nothing, when it is away. */
    private final Map<String, Integer> answers =
            new TreeMap<>(Map.of("/up", 200, "/scheduler/nova/external", 405, "/scheduler/cinder/external", 405));

    private boolean reachable = true;
    private final Simulation simulation =
            new Simulation(List.of(new CortexBlueprint()), new Ports().with(HttpProbe.class, this::answer));

    CortexOperatorTest() {
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("cortex"));
    }

    private int answer(HttpProbe.Target target) throws IOException {
        if (!reachable) {
            throw new ConnectException("Connection refused");
        }
        return answers.getOrDefault(target.path(), 404);
    }

    private void apply(String spec) {
        var wish = Json.KUBERNETES.unmarshal(
                "apiVersion: cortex.c5c3.io/v1alpha1\nkind: Cortex\nmetadata: {name: cortex}\nspec: " + spec,
                Cortex.class);
        if (simulation.find(Cortex.class, "cortex").isEmpty()) {
            simulation.add(wish);
        } else {
            simulation
                    .cluster()
                    .edit(Cortex.class, Simulation.NAMESPACE, "cortex", found -> found.setSpec(wish.getSpec()));
        }
        simulation.settle();
    }

    private Cortex cortex() {
        return simulation.find(Cortex.class, "cortex").orElseThrow();
    }

    private void isReady() {
        assertThat(Conditions.ready(cortex())).as("%s", Conditions.of(cortex())).isTrue();
    }

    private String reason(String condition) {
        return Conditions.of(cortex(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of(cortex(), condition).orElseThrow().getMessage();
    }

    private String secret(String name, String key) {
        return new String(
                Base64.getDecoder()
                        .decode(simulation
                                .find(Secret.class, name)
                                .orElseThrow()
                                .getData()
                                .get(key)),
                StandardCharsets.UTF_8);
    }

    private JsonNode conf() throws IOException {
        var config = simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(map -> map.getMetadata().getName().startsWith("cortex-config-"))
                .findFirst()
                .orElseThrow();
        assertThat(config.getImmutable()).isTrue();
        return new ObjectMapper().readTree(config.getData().get("conf.json"));
    }

    private Object template(String deployment) {
        return simulation
                .find(Deployment.class, deployment)
                .orElseThrow()
                .getSpec()
                .getTemplate();
    }

    @Test
    void becomesReadyOnADatabaseOfItsOwnAndThenRests() throws IOException {
        apply(EVERYBODY);
        isReady();
        assertThat(cortex().getStatus().endpoint()).isEqualTo("http://cortex.openstack.svc.cluster.local:8080");
        assertThat(cortex().getStatus().activePipelines()).containsExactly("nova", "cinder");
        assertThat(cortex().getStatus().installedRelease()).isEqualTo("0.5.0");
        assertThat(simulation.find(StatefulSet.class, "cortex-postgresql")).isPresent();
        assertThat(simulation.find(Deployment.class, "cortex-syncer")).isEmpty();
        assertThat(conf().at("/db/host").asText()).isEqualTo("cortex-postgresql.openstack.svc.cluster.local");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void secretsAreInSecretsOnly() throws IOException {
        apply(EVERYBODY);
        var password = secret("cortex-db-credentials", "password");
        var secrets = new ObjectMapper().readTree(secret("cortex-secrets", "secrets.json"));
        assertThat(secrets.at("/db/user").asText()).isEqualTo("cortex");
        assertThat(secrets.at("/db/password").asText()).isEqualTo(password);
        assertThat(secrets.at("/keystone/applicationCredentialID").asText()).isEqualTo("c0ffee");
        assertThat(secrets.at("/keystone/applicationCredentialSecret").asText()).isEqualTo("login $ecret");
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain(password, "login $ecret");
            }
        });
    }

    @Test
    void somebodyElsesDatabaseIsUsedAsItIs() throws IOException {
        apply("{database: {host: db.example.com, port: 5433, database: ranks, secretRef: {name: theirs}}}");
        assertThat(reason("SecretsReady")).isEqualTo("WaitingForDBCredentials");
        assertThat(simulation.find(Secret.class, "theirs")).isEmpty();
        simulation.add(Neighbours.secret("theirs", Map.of("username", "me", "password", "mine")));
        simulation.settle();
        isReady();
        assertThat(simulation.find(StatefulSet.class, "cortex-postgresql")).isEmpty();
        assertThat(conf().at("/db/host").asText()).isEqualTo("db.example.com");
        assertThat(conf().at("/db/port").asInt()).isEqualTo(5433);
        assertThat(secret("cortex-secrets", "secrets.json")).contains("\"user\":\"me\"");
    }

    @Test
    void aMoveToSomebodyElsesDatabaseKeepsTheLogin() {
        apply("{}");
        var password = secret("cortex-db-credentials", "password");
        apply("{database: {host: db.example.com}}");
        assertThat(reason("DatabaseReady")).isEqualTo("SecretNotForThisAddress");
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "cortex-db-credentials",
                        found -> found.getMetadata().setAnnotations(Map.of(SentTo.ALLOWED, "db.example.com")));
        simulation.settle();
        isReady();
        assertThat(simulation.find(StatefulSet.class, "cortex-postgresql")).isEmpty();
        assertThat(secret("cortex-db-credentials", "password")).isEqualTo(password);
    }

    @Test
    void aPipelineHasToTakeQuestions() {
        answers.remove("/scheduler/cinder/external");
        apply(EVERYBODY);
        assertThat(reason("PipelinesReady")).isEqualTo("PipelinesNotActive");
        assertThat(message("PipelinesReady")).contains("cinder").contains("404").doesNotContain("nova (");
        assertThat(cortex().getStatus().activePipelines()).containsExactly("nova");
        answers.put("/scheduler/cinder/external", 405);
        simulation.settle();
        isReady();
        assertThat(cortex().getStatus().activePipelines()).containsExactly("nova", "cinder");
        reachable = false;
        simulation.settle();
        assertThat(reason("APIReady")).isEqualTo("ConnectionFailed");
        assertThat(Conditions.of(cortex(), "PipelinesReady").orElseThrow().getStatus())
                .isEqualTo("Unknown");
    }

    @Test
    void waitsForItsLoginAndForItsDatabase() {
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "cortex-keystone-credentials"));
        simulation.hold("cortex-postgresql");
        apply("{}");
        assertThat(reason("SecretsReady")).isEqualTo("WaitingForKeystoneCredentials");
        assertThat(reason("DatabaseReady")).isEqualTo("RolloutInProgress");
        assertThat(simulation.find(Deployment.class, "cortex-scheduler")).isEmpty();
        simulation.add(Neighbours.login("cortex"));
        simulation.mend("cortex-postgresql");
        simulation.settle();
        isReady();
    }

    @Test
    void dependenciesComeFirst() {
        apply("{dependsOn: [{kind: Nova, name: nova}]}");
        assertThat(reason("DependenciesReady")).isEqualTo("DependencyNotMet");
        assertThat(simulation.find(StatefulSet.class, "cortex-postgresql")).isEmpty();
    }

    @Test
    void datasourcesAreFetchedByOnePod() throws IOException {
        apply("""
            {datasources: {nova: {enabled: true},
                           prometheus: {enabled: true, endpoint: 'http://prometheus.monitoring:9090',
                                        metrics: [{alias: a, query: q, type: t}]}}}\
            """);
        isReady();
        var syncer = simulation.find(Deployment.class, "cortex-syncer").orElseThrow();
        assertThat(syncer.getSpec().getStrategy().getType()).isEqualTo("Recreate");
        assertThat(conf().at("/sync/prometheus/hosts/0/url").asText()).isEqualTo("http://prometheus.monitoring:9090");
        assertThat(conf().at("/sync/openstack/nova/types")).hasSize(4);
        apply("{}");
        assertThat(simulation.find(Deployment.class, "cortex-syncer")).isEmpty();
        isReady();
    }

    @Test
    void newOptionsAndANewLoginRollThePods() {
        apply("{}");
        var template = template("cortex-scheduler");
        apply("{customConfig: {logging: {level: debug}}}");
        assertThat(template("cortex-scheduler")).isNotEqualTo(template);
        template = template("cortex-scheduler");
        simulation.add(Neighbours.secret(
                "cortex-keystone-credentials",
                Map.of("application_credential_id", "other", "application_credential_secret", "another")));
        simulation.settle();
        assertThat(template("cortex-scheduler")).isNotEqualTo(template);
        isReady();
    }

    @Test
    void anotherPasswordRestartsTheServerWhichTakesItOver() {
        apply("{}");
        var before = simulation
                .find(StatefulSet.class, "cortex-postgresql")
                .orElseThrow()
                .getSpec()
                .getTemplate();
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "cortex-db-credentials",
                        found -> found.getData()
                                .put(
                                        "password",
                                        Base64.getEncoder().encodeToString("other".getBytes(StandardCharsets.UTF_8))));
        simulation.settle();
        assertThat(simulation
                        .find(StatefulSet.class, "cortex-postgresql")
                        .orElseThrow()
                        .getSpec()
                        .getTemplate())
                .isNotEqualTo(before);
        assertThat(secret("cortex-secrets", "secrets.json")).contains("\"password\":\"other\"");
    }

    @Test
    void aSectionThatFollowsFromAFieldIsAMistakeAndBreaksNothing() {
        apply("{}");
        var template = template("cortex-scheduler");
        apply("{customConfig: {db: {host: elsewhere}}}");
        assertThat(reason("ConfigReady")).isEqualTo("OptionOwnedByOperator");
        assertThat(message("ConfigReady")).contains("db (use database)");
        assertThat(template("cortex-scheduler")).isEqualTo(template);
    }

    @Test
    void goesToNoPodsAndBack() {
        apply("{replicas: 0}");
        assertThat(reason("APIReady")).isEqualTo("NoReplicas");
        apply("{replicas: 2}");
        isReady();
        assertThat(simulation.cluster().snapshot()).containsKey("openstack/PodDisruptionBudget/cortex-scheduler");
    }

    @Test
    void whoIsDeletedLeavesItsDataOrNothing() {
        for (var policy : List.of("Retain", "Delete")) {
            apply("{deletionPolicy: " + policy + "}");
            simulation.add(claim());
            var password = secret("cortex-db-credentials", "password");
            simulation.cluster().take(Ref.of(cortex()));
            simulation.settle();
            assertThat(simulation.find(Cortex.class, "cortex")).isEmpty();
            for (Class<? extends HasMetadata> kind : List.of(Deployment.class, StatefulSet.class)) {
                assertThat(simulation.cluster().list(kind, Simulation.NAMESPACE, Map.of()))
                        .isEmpty();
            }
            assertThat(simulation.find(Secret.class, "cortex-secrets")).isEmpty();
            var kept = "Retain".equals(policy);
            // Whoever keeps the data also keeps in mind that there is some.
            assertThat(simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()))
                    .extracting(found -> found.getMetadata().getName())
                    .isEqualTo(kept ? List.of("cortex-cortex-founded") : List.of());
            assertThat(simulation.find(Secret.class, "cortex-db-credentials").isPresent())
                    .isEqualTo(kept);
            assertThat(simulation
                            .find(PersistentVolumeClaim.class, "data-cortex-postgresql-0")
                            .isPresent())
                    .isEqualTo(kept);
            if (kept) {
                apply("{}");
                isReady();
                assertThat(secret("cortex-db-credentials", "password")).isEqualTo(password);
            }
        }
    }

    /** What the StatefulSet's controller would make. */
    private static PersistentVolumeClaim claim() {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName("data-cortex-postgresql-0")
                .addToLabels("c5c3.io/operator", "cortex")
                .addToAnnotations(Owner.RECORD, "cortex.c5c3.io/Cortex/openstack/cortex/")
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity("5Gi")))
                .endResources()
                .endSpec()
                .build();
    }
}
