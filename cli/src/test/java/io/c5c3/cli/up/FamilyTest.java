package io.c5c3.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.plane.Observed;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyTest {

    private static GenericKubernetesResource plane(long generation, String ready, long observed) {
        return Documents.parse("""
                apiVersion: c5c3.io/v1alpha1
                kind: ControlPlane
                metadata: {name: identity, namespace: openstack, uid: u, generation: %d}
                status: {conditions: [{type: Ready, status: "%s", observedGeneration: %d}]}
                """.formatted(generation, ready, observed), "test")
                .getFirst();
    }

    private static List<Observed> seen(GenericKubernetesResource object) {
        return List.of(Observed.of(object));
    }

    @Test
    void whatAWatchShowsFromBeforeTheWriteIsNotReady() {
        var family = new Family(List.of(plane(2, "True", 1)));
        assertThat(family.unready(seen(plane(1, "True", 1)))).hasSize(1);
        assertThat(family.unready(seen(plane(2, "True", 1)))).hasSize(1);
        assertThat(family.unready(seen(plane(2, "False", 2)))).hasSize(1);
        assertThat(family.unready(List.of())).as("not shown at all yet").hasSize(1);
        assertThat(family.unready(seen(plane(2, "True", 2)))).isEmpty();
    }

    @Test
    void whenTimeIsOverThereIsAlwaysSomethingToLookAt() {
        var family = new Family(List.of(plane(1, "True", 1)));
        assertThat(family.suspects(seen(plane(1, "True", 1)))).hasSize(1);
    }

    @Test
    void whatWaitsForAPersonIsToldUnlessItsPlaneIsJustBeingLookedAt() {
        var family = new Family(List.of(plane(2, "False", 2)));
        assertThat(family.stalled(List.of(observed(2), stalledChild(1))))
                .extracting(Observed::title)
                .containsExactly("Keystone/keystone");
        assertThat(family.stalled(List.of(observed(1), stalledChild(1))))
                .as("the plane's change is not yet looked at")
                .isEmpty();
        assertThat(family.stalled(List.of(observed(2), stalledChild(2))))
                .as("the child has changed since it said so")
                .isEmpty();
    }

    private static Observed observed(long generation) {
        var plane = plane(2, "False", generation);
        plane.setAdditionalProperty("status", Map.of("observedGeneration", generation));
        return Observed.of(plane);
    }

    private static Observed stalledChild(long generation) {
        return Observed.of(Documents.parse("""
                apiVersion: keystone.openstack.c5c3.io/v1alpha1
                kind: Keystone
                metadata:
                  {name: keystone, namespace: openstack, uid: v, generation: %d, ownerReferences: [{kind: ControlPlane, name: identity, uid: u}]}
                status:
                  conditions:
                  - {type: Ready, status: "False", observedGeneration: 1}
                  - {type: Stalled, status: "True", observedGeneration: 1}
                """.formatted(generation), "test").getFirst());
    }

    @Test
    void namespacesAreWrittenFirstWhateverTheirPlaceInTheFile() {
        var intent = new Intent(Documents.parse("""
                {apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, metadata: {name: a}}
                ---
                {apiVersion: v1, kind: Secret, metadata: {name: b}}
                ---
                {apiVersion: v1, kind: Namespace, metadata: {name: c}}
                """, "test"));
        assertThat(intent.documents())
                .extracting(document -> document.getMetadata().getName())
                .containsExactly("c", "a", "b");
    }
}
