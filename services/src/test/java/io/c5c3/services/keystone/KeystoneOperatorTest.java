package io.c5c3.services.keystone;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Keystone in a cluster in memory, on a database that somebody else made. */
class KeystoneOperatorTest {

    private final MemorySql sql = new MemorySql();
    private boolean reachable = true;
    private final HttpProbe probe = target -> {
        if (!reachable) {
            throw new ConnectException("Connection refused");
        }
        return 200;
    };
    private final Simulation simulation = new Simulation(
            List.of(new KeystoneBlueprint()), new Ports().with(Sql.class, sql).with(HttpProbe.class, probe));

    @BeforeEach
    void given() {
        sql.given("db.example.com", "keystone", "a $ecret", "keystone");
        simulation.add(secret("keystone-db-credentials", Map.of("username", "keystone", "password", "a $ecret")));
        simulation.add(secret("keystone-admin-credentials", Map.of("password", "p'a\"s$s %w")));
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: keystone.openstack.c5c3.io/v1alpha1
            kind: Keystone
            metadata: {name: keystone}
            spec: {database: {host: db.example.com}}
            """, Keystone.class));
    }

    @Test
    void becomesReadyAndThenRests() {
        simulation.settle();
        assertThat(Conditions.ready(keystone()))
                .as("%s", Conditions.of(keystone()))
                .isTrue();
        assertThat(Conditions.status(keystone()).path("endpoint").asText())
                .isEqualTo("http://keystone.openstack.svc.cluster.local:5000");
        assertThat(Conditions.status(keystone()).path("installedRelease").asText())
                .isEqualTo("28.0.0");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void passwordsAreInSecretsOnly() {
        simulation.settle();
        simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString()).as(name).doesNotContain("a $ecret", "a%20%24ecret", "a+%24ecret", "p'a");
            }
        });
    }

    @Test
    void theApiMustBeReachable() {
        reachable = false;
        simulation.settle();
        assertThat(reason("KeystoneAPIReady")).isEqualTo("ConnectionFailed");
        assertThat(reason("BootstrapReady"))
                .as("bootstrap does not wait for the API")
                .isEqualTo("BootstrapComplete");
        assertThat(Conditions.status(keystone()).has("endpoint")).isFalse();
    }

    @Test
    void rotatingKeysRestartsNobodyAndMigratesCredentials() {
        simulation.settle();
        var template = deployment().getSpec().getTemplate();
        simulation.clock().advance(Duration.ofDays(40));
        simulation.settle();
        assertThat(reason("FernetKeysReady")).isEqualTo("FernetKeysRotated");
        assertThat(reason("CredentialMigrationReady")).isEqualTo("CredentialsMigrated");
        assertThat(Conditions.ready(keystone())).isTrue();
        assertThat(deployment().getSpec().getTemplate()).isEqualTo(template);
    }

    /** A credential that such a pod stores now would be missed, and lost with the key at the next rotation. */
    @Test
    void credentialsAreMigratedOnceEveryPodHasTheNewKeys() {
        simulation.settle();
        simulation.files().holdBack("keystone-api-0");
        simulation.clock().advance(Duration.ofDays(40));
        simulation.settle();
        assertThat(reason("CredentialMigrationReady")).isEqualTo("WaitingForKeyPropagation");
        assertThat(message("CredentialMigrationReady")).startsWith("Pod/keystone-api-0 still has the keys of before");
        assertThat(simulation.find(Job.class, "keystone-credential-migrate")).isEmpty();
        simulation.files().release("keystone-api-0");
        simulation.settle();
        assertThat(reason("CredentialMigrationReady")).isEqualTo("CredentialsMigrated");

        simulation.files().silence("keystone-api-0");
        simulation.settle();
        assertThat(reason("CredentialMigrationReady"))
                .as("what is done is done")
                .isEqualTo("CredentialsMigrated");
    }

    /** The keys are good, and another image may be what the pod needs: it is rolled out all the same. */
    @Test
    void aPodThatNeverAnswersHoldsTheRotationAndNothingElse() {
        simulation.settle();
        var keys = simulation
                .find(Secret.class, "keystone-fernet-keys")
                .orElseThrow()
                .getData();
        simulation.files().silence("keystone-api-0");
        simulation.clock().advance(Duration.ofDays(10));
        simulation.settle();
        assertThat(reason("FernetKeysReady")).isEqualTo("FernetKeysRotationHeld");
        assertThat(message("FernetKeysReady")).contains("Pod/keystone-api-0 does not say which keys it has");
        assertThat(simulation
                        .find(Secret.class, "keystone-fernet-keys")
                        .orElseThrow()
                        .getData())
                .isEqualTo(keys);
        var template = deployment().getSpec().getTemplate();
        change("{database: {host: db.example.com}, customConfig: {DEFAULT: {debug: 'true'}}}");
        simulation.settle();
        assertThat(deployment().getSpec().getTemplate()).isNotEqualTo(template);
    }

    @Test
    void aNewAdminPasswordRunsBootstrapAgainAndNothingElse() {
        simulation.settle();
        var bootstrap = job("keystone-bootstrap");
        var sync = job("keystone-db-sync");
        var template = deployment().getSpec().getTemplate();
        simulation.add(secret("keystone-admin-credentials", Map.of("password", "another")));
        simulation.settle();
        assertThat(job("keystone-bootstrap").getMetadata().getUid())
                .isNotEqualTo(bootstrap.getMetadata().getUid());
        assertThat(job("keystone-db-sync").getMetadata().getUid())
                .isEqualTo(sync.getMetadata().getUid());
        assertThat(deployment().getSpec().getTemplate()).isEqualTo(template);
    }

    @Test
    void newOptionsRollTheApiButDoNotMigrateTheDatabase() {
        simulation.settle();
        var sync = job("keystone-db-sync");
        var template = deployment().getSpec().getTemplate();
        change("{database: {host: db.example.com}, customConfig: {DEFAULT: {debug: 'true'}}}");
        simulation.settle();
        assertThat(deployment().getSpec().getTemplate()).isNotEqualTo(template);
        assertThat(job("keystone-db-sync").getMetadata().getUid())
                .isEqualTo(sync.getMetadata().getUid());
        assertThat(simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()))
                .filteredOn(found -> Boolean.TRUE.equals(found.getImmutable()))
                .as("old revisions go once nobody reads them")
                .hasSize(2);
    }

    /** Tables are widened for the new release, pods are replaced, and only then goes what the old one needed. */
    @Test
    void anotherReleaseExpandsRollsAndContracts() {
        simulation.settle();
        simulation.hold("keystone-api");
        simulation
                .cluster()
                .edit(
                        Keystone.class,
                        Simulation.NAMESPACE,
                        "keystone",
                        keystone -> keystone.setSpec(Json.KUBERNETES.unmarshal(
                                "database: {host: db.example.com}\nimage: {tag: 29.0.0}", Keystone.Spec.class)));
        simulation.settle();
        assertThat(syncCommand()).containsExactly("keystone-manage", "db_sync", "--expand");
        assertThat(Conditions.status(keystone()).path("installedRelease").asText())
                .isEqualTo("28.0.0");
        // Restored from a backup, which drops it.
        simulation
                .cluster()
                .edit(Keystone.class, Simulation.NAMESPACE, "keystone", keystone -> keystone.setStatus(null));
        simulation.settle();
        assertThat(syncCommand()).containsExactly("keystone-manage", "db_sync", "--expand");
        simulation.mend("keystone-api");
        simulation.settle();
        assertThat(Conditions.status(keystone()).path("installedRelease").asText())
                .isEqualTo("29.0.0");
        assertThat(syncCommand()).containsExactly("keystone-manage", "db_sync");
    }

    private List<String> syncCommand() {
        return simulation
                .find(Job.class, "keystone-db-sync")
                .orElseThrow()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getCommand();
    }

    @Test
    void aMistakeStopsAtTheConfigurationAndBreaksNothing() {
        simulation.settle();
        var template = deployment().getSpec().getTemplate();
        change("{database: {host: db.example.com}, customConfig: {token: {provider: jws}}}");
        simulation.settle();
        assertThat(reason("ConfigReady")).isEqualTo("OptionOwnedByOperator");
        assertThat(deployment().getSpec().getTemplate()).isEqualTo(template);
        assertThat(simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()))
                .filteredOn(found -> Boolean.TRUE.equals(found.getImmutable()))
                .hasSize(2);
    }

    @Test
    void aPolicyThatDoesNotPassStopsTheRollout() {
        simulation.settle();
        var template = deployment().getSpec().getTemplate();
        simulation.failJob("keystone-policy-validation");
        change("{database: {host: db.example.com}, policyOverrides: {rules: {'identity:get_user': 'rule:nope'}}}");
        simulation.settle();
        assertThat(reason("PolicyValidReady")).isEqualTo("PolicyValidationFailed");
        assertThat(deployment().getSpec().getTemplate()).isEqualTo(template);
    }

    @Test
    void keysStayWhenTheResourceGoesUnlessItSaysOtherwise() {
        simulation.settle();
        delete();
        assertThat(simulation.find(Secret.class, "keystone-fernet-keys")).isPresent();
        assertThat(simulation.find(Deployment.class, "keystone-api")).isEmpty();
    }

    @Test
    void keysGoWithTheResourceWhenItSaysSo() {
        change("{database: {host: db.example.com}, deletionPolicy: Delete}");
        simulation.settle();
        delete();
        assertThat(simulation.cluster().list(Secret.class, Simulation.NAMESPACE, Map.of()))
                .extracting(secret -> secret.getMetadata().getName())
                .containsExactlyInAnyOrder("c5c3-digest-key", "keystone-db-credentials", "keystone-admin-credentials");
    }

    private void delete() {
        simulation.cluster().take(io.c5c3.engine.Ref.of(keystone()));
        simulation.settle();
        assertThat(simulation.find(Keystone.class, "keystone")).isEmpty();
    }

    private void change(String spec) {
        edit(found -> found.setSpec(Json.KUBERNETES.unmarshal("# YAML\n" + spec, Keystone.Spec.class)));
    }

    private void edit(Consumer<Keystone> change) {
        simulation.cluster().edit(Keystone.class, Simulation.NAMESPACE, "keystone", change);
    }

    private Keystone keystone() {
        return simulation.find(Keystone.class, "keystone").orElseThrow();
    }

    private Deployment deployment() {
        return simulation.find(Deployment.class, "keystone-api").orElseThrow();
    }

    private Job job(String name) {
        return simulation.find(Job.class, name).orElseThrow();
    }

    private String reason(String condition) {
        return Conditions.of((HasMetadata) keystone(), condition).orElseThrow().getReason();
    }

    private String message(String condition) {
        return Conditions.of((HasMetadata) keystone(), condition).orElseThrow().getMessage();
    }

    private static Secret secret(String name, Map<String, String> values) {
        var data = new TreeMap<String, String>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(SentTo.ALLOWED, "db.example.com")
                .endMetadata()
                .withData(data)
                .build();
    }
}
