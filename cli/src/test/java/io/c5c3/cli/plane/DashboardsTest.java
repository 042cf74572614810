package io.c5c3.cli.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.cluster.Documents;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DashboardsTest {
    private static final List<Observed> CLOUD =
            Documents.parse("""
            {apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, metadata: {name: core, namespace: one}}
            ---
            {apiVersion: openstack.k8s.io/v1alpha1, kind: Horizon, metadata: {name: pages, namespace: one},
             status: {endpoint: 'https://pages.one.svc.cluster.local:8080'}}
            ---
            {apiVersion: openstack.k8s.io/v1alpha1, kind: Horizon, metadata: {name: others, namespace: one}}
            """, "test").stream().map(Observed::of).toList();

    @Test
    void theOnlyOneNeedsNoName() {
        assertThat(Dashboards.choose(CLOUD.subList(0, 2), Optional.empty()).name())
                .isEqualTo("pages");
        assertThat(Dashboards.choose(CLOUD.subList(0, 2), Optional.of("horizon"))
                        .name())
                .isEqualTo("pages");
    }

    @Test
    void amongSeveralAPersonSaysWhich() {
        assertThat(Dashboards.choose(CLOUD, Optional.of("others")).name()).isEqualTo("others");
        assertThatThrownBy(() -> Dashboards.choose(CLOUD, Optional.empty()))
                .hasMessage("There are several: Horizon/pages, Horizon/others. Say which.");
        assertThatThrownBy(() -> Dashboards.choose(CLOUD, Optional.of("grafana")))
                .hasMessage("There is no dashboard grafana, but Horizon/pages, Horizon/others.");
    }

    @Test
    void withoutOneItSaysHowToGetOne() {
        assertThatThrownBy(() -> Dashboards.choose(CLOUD.subList(0, 1), Optional.empty()))
                .hasMessageStartingWith("The cloud has no dashboard: write spec.services.horizon.enabled");
    }

    @Test
    void oneThatIsNotThereYetSaysWhereToLook() {
        assertThat(Dashboards.address(CLOUD.get(1))).isEqualTo("https://pages.one.svc.cluster.local:8080");
        assertThatThrownBy(() -> Dashboards.address(CLOUD.get(2)))
                .hasMessage("Horizon/others is not there yet: './c5c3 why Horizon/others' tells what it waits for.");
    }
}
