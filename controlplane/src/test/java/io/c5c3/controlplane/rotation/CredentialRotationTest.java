package io.c5c3.controlplane.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.CredentialRotation;
import io.c5c3.api.openstack.Heat;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of which logins another can take the place, and what is said of the others. */
class CredentialRotationTest {

    private static final Map<String, String> HANDED_OVER = Map.of(Owner.ADOPTION, "Heat/heat");
    private static final String PLANE = "c5c3.io/ControlPlane/openstack/plane/1";

    private final Simulation simulation = new Simulation(List.of(new CredentialRotationBlueprint()), new Ports());

    @Test
    void aServiceThatIsNotThereIsWaitedFor() {
        rotate("databaseUser");
        assertThat(found().getReason()).isEqualTo("WaitingForService");
        assertThat(found().getMessage()).contains("Heat/heat, whose databaseUser is to be rotated, does not exist");
    }

    @Test
    void aServerOfSomebodyElseIsLeftToThem() {
        heat("{database: {host: db.example.org}}");
        secret("heat-db-credentials", Map.of("username", "heat", "password", "p"), HANDED_OVER);
        rotate("databaseUser");
        assertThat(found().getReason()).isEqualTo("ServerNotOurs");
        assertThat(found().getMessage()).contains("spec.database.host").contains("write that into Secret/heat-db-");
    }

    @Test
    void aSecretOfAPersonHasToBeHandedOver() {
        heat("{}");
        secret("heat-db-credentials", Map.of("username", "heat", "password", "p"), Map.of());
        rotate("databaseUser");
        assertThat(found().getReason()).isEqualTo("SecretNotOurs");
        assertThat(found().getMessage())
                .contains("kubectl annotate -n openstack secret/heat-db-credentials c5c3.io/adopt-by=Heat/heat");
        secret("heat-db-credentials", Map.of("username", "heat", "password", "p"), HANDED_OVER);
        simulation.settle();
        assertThat(found().getReason()).isEqualTo("CredentialFound");
        assertThat(simulation
                        .find(ConfigMap.class, "heat-db-credentials-rotation")
                        .orElseThrow()
                        .getData())
                .containsEntry("after", "0")
                .containsEntry("overlap", "PT24H");
    }

    @Test
    void aVirtualHostThatGoesByTheUserHasToBeNamed() {
        heat("{}");
        secret("heat-rabbitmq-credentials", Map.of("username", "heat", "password", "p"), HANDED_OVER);
        rotate("brokerUser");
        assertThat(found().getReason()).isEqualTo("VhostUnknown");
    }

    @Test
    void anApplicationCredentialIsItsMakersToRenew() {
        heat("{}");
        secret("heat-keystone-credentials", Map.of("application_credential_id", "1"), HANDED_OVER);
        rotate("applicationCredential");
        assertThat(found().getReason()).isEqualTo("SecretNotOurs");
        secret("heat-keystone-credentials", Map.of("application_credential_id", "1"), Map.of(Owner.RECORD, PLANE));
        simulation.settle();
        assertThat(found().getReason()).isEqualTo("CredentialFound");
    }

    /** The definition refuses these; who has gone past it is told as well. */
    @Test
    void whatIsNotRotatedIsNotTakenForSomethingElse() {
        heat("{}");
        rotate("cephKey");
        assertThat(found().getReason()).isEqualTo("NoSuchCredential");
    }

    private void heat(String spec) {
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: Heat
                metadata: {name: heat, namespace: openstack}
                spec: %s
                """.formatted(spec), Heat.class));
    }

    private void secret(String name, Map<String, String> values, Map<String, String> annotations) {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(annotations)
                .endMetadata()
                .withData(SecretText.encoded(values))
                .build());
    }

    private void rotate(String target) {
        simulation.add(Json.KUBERNETES.unmarshal("""
                apiVersion: c5c3.io/v1alpha1
                kind: CredentialRotation
                metadata: {name: rotation, namespace: openstack}
                spec: {target: %s, serviceRef: {kind: Heat, name: heat}, reMint: true}
                """.formatted(target), CredentialRotation.class));
        simulation.settle();
    }

    private Condition found() {
        return Conditions.of(
                        simulation.find(CredentialRotation.class, "rotation").orElseThrow(), "CredentialFound")
                .orElseThrow();
    }
}
