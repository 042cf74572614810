package io.c5c3.cli.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.cluster.Documents;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InventoryTest {
    private static final List<Observed> TWO =
            Documents.parse("""
            {apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, metadata: {name: identity, namespace: one, uid: a}}
            ---
            {apiVersion: openstack.k8s.io/v1alpha1, kind: OpenStackControlPlane, metadata: {name: identity, namespace: two, uid: b}}
            """, "test").stream().map(Observed::of).toList();

    @Test
    void theOnlyPlaneNeedsNoName() {
        assertThat(Inventory.plane(TWO.subList(0, 1), Map.of()).namespace()).isEqualTo("one");
    }

    @Test
    void amongSeveralTheEnvironmentDecides() {
        assertThat(Inventory.plane(TWO, Map.of("C5C3_PLANE", "two/identity")).namespace())
                .isEqualTo("two");
        assertThatThrownBy(() -> Inventory.plane(TWO, Map.of()))
                .hasMessage(
                        "There are several control planes: one/identity, two/identity. Set C5C3_PLANE to the one you mean.");
        assertThatThrownBy(() -> Inventory.plane(TWO, Map.of("C5C3_PLANE", "three")))
                .hasMessage("C5C3_PLANE is three, but the control planes here are: one/identity, two/identity.");
    }

    @Test
    void withoutAPlaneItSaysHowToMakeOne() {
        assertThatThrownBy(() -> Inventory.plane(List.of(), Map.of()))
                .hasMessage("There is no control plane here yet: './c5c3 up' makes one.");
    }
}
