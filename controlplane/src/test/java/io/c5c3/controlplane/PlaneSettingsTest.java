package io.c5c3.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plane is read whatever was written into its open parts, and says what is wrong with them. */
class PlaneSettingsTest {

    private static ControlPlane plane(String spec) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: c5c3.io/v1alpha1
                kind: ControlPlane
                metadata: {name: plane}
                spec: %s
                """.formatted(spec), ControlPlane.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        services: {nova: {deployment: {tolerations: [{efect: NoSchedule}]}}}         | spec.services.nova.deployment.tolerations[0].efect: unknown field; did you mean effect?
        services: {nova: {deployment: {nodeselector: {a: b}}}}                       | spec.services.nova.deployment.nodeselector: unknown field; did you mean nodeSelector?
        services: {nova: {deployment: {nodeSelector: {a.b/c: 1}}}}                   | spec.services.nova.deployment.nodeSelector[a.b/c]: must be text
        services: {nova: {deployment: []}}                                           | spec.services.nova.deployment: must be an object with fields
        services: {nova: {scheduler: {deployment: {annotations: [x]}}}}              | spec.services.nova.scheduler.deployment.annotations: must be an object with fields
        services: {nova: {cells: [{name: a, conductor: {deployment: {affinity: 1}}}]}} | spec.services.nova.cells[0].conductor.deployment.affinity: must be an object with fields
        services: {cinder: {backends: [{name: a, driver: b, deployment: {resources: {requests: {memory: lots}}}}]}} | spec.services.cinder.backends[0].deployment.resources.requests[memory]: must be a quantity such as 500m, 2 or 1Gi
        services: {glance: {deployment: {tolerations: [{tolerationSeconds: '5'}]}}}  | spec.services.glance.deployment.tolerations[0].tolerationSeconds: must be a whole number
        services: {glance: {deployment: {topologySpreadConstraints: [{maxSkew: 1.5}]}}} | spec.services.glance.deployment.topologySpreadConstraints[0].maxSkew: must be a whole number of at most 2147483647
        services: {glance: {deployment: {preStopSleepSeconds: -1}}}                  | spec.services.glance.deployment.preStopSleepSeconds: must be at least 0
        cortex: {database: {server: {deployment: {extraMounts: [{volume: {name: x}}]}}}} | spec.cortex.database.server.deployment.extraMounts[0].mount: must be written
        tempest: {deployment: {extraMounts: [{volume: {name: x, emptyDir: {sizelimit: 1}}, mount: {}}]}} | spec.tempest.deployment.extraMounts[0].volume.emptyDir.sizelimit: unknown field; did you mean sizeLimit?
        """)
    void theFieldIsNamed(String spec, String mistake) {
        assertThat(plane("{" + spec + "}").mistakes()).containsExactly(mistake);
    }

    @Test
    void whatIsRightIsRead() {
        var plane = plane(
                "{services: {nova: {deployment: {resources: {requests: {cpu: 1, memory: 1Gi}}, nodeSelector: {a: b},"
                        + " affinity: {nodeAffinity: {}}, priorityClassName: high, terminationGracePeriodSeconds: 30,"
                        + " tolerations: [{key: a, operator: Exists, tolerationSeconds: 5}]}}}}");
        assertThat(plane.mistakes()).isEmpty();
        var pods = plane.getSpec().services().nova().deployment();
        assertThat(pods.nodeSelector()).containsEntry("a", "b");
        assertThat(pods.tolerations().getFirst().getTolerationSeconds()).isEqualTo(5);
    }

    /** What a newer definition admits is no mistake of the person who wrote it. */
    @Test
    void fieldsThatTheApiServerAdmittedAreNotQuestioned() {
        assertThat(plane("{services: {nova: {enabled: true, newField: 1}}}").mistakes())
                .isEmpty();
    }

    @Test
    void whatWasWrittenIsWrittenBackAsItWas() {
        var plane = plane("{services: {nova: {enabled: true, deployment: {tolerations: none, quux: 1}}}}");
        assertThat(plane.getSpec().services().nova().enabled()).isTrue();
        var again = Json.KUBERNETES.clone(plane);
        assertThat(again.mistakes()).isEqualTo(plane.mistakes()).hasSize(2);
        assertThat(Json.MAPPER
                        .<com.fasterxml.jackson.databind.JsonNode>valueToTree(again)
                        .at("/spec")
                        .toString())
                .isEqualTo(
                        "{\"services\":{\"nova\":{\"enabled\":true,\"deployment\":{\"tolerations\":\"none\",\"quux\":1}}}}");
    }

    @Test
    void whatCannotBeReadAtAllIsStillAResource() {
        var plane = plane("{services: {nova: [1]}}");
        assertThat(plane.mistakes()).singleElement().asString().startsWith("spec: ");
        assertThat(plane.getSpec().services().keystone().enabled()).isTrue();
        assertThat(plane("{}").mistakes()).isEqualTo(List.of());
    }
}
