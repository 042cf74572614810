package io.c5c3.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Ref;
import io.c5c3.engine.ResourceState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is told of resources is what their last look saw, and goes with them. */
class MetricsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Ref KEYSTONE =
            new Ref("keystone.openstack.c5c3.io/v1alpha1", "Keystone", "openstack", "keystone");
    private static final Ref TWIN = new Ref("openstack.k8s.io/v1alpha1", "Keystone", "openstack", "keystone");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Metrics metrics = new Metrics(registry);

    /** As name{value of the labels that differ}=figure, of one kind. */
    private TreeSet<String> told(String prefix) {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith(prefix))
                .map(meter -> meter.getId().getName()
                        + meter.getId().getTags().stream()
                                .filter(tag -> !tag.getKey().matches("group|kind|namespace|name"))
                                .map(tag -> "{" + tag.getValue() + "}")
                                .collect(Collectors.joining())
                        + "=" + meter.measure().iterator().next().getValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ResourceState state(Map<String, String> conditions, String blockedBy) {
        return new ResourceState(conditions, Optional.of("Core"), Optional.ofNullable(blockedBy), NOW);
    }

    @Test
    void whatIsNotSaidAnyMoreIsGone() {
        metrics.stands(
                KEYSTONE,
                state(Map.of("Ready", "False", "DatabaseReady", "False", "TasksReady", "Unknown"), "MariaDB/mariadb"));
        assertThat(told("c5c3_resource_"))
                .containsExactly(
                        "c5c3_resource_blocked{MariaDB/mariadb}=1.0",
                        "c5c3_resource_condition{DatabaseReady}=0.0",
                        "c5c3_resource_condition{TasksReady}=-1.0",
                        "c5c3_resource_phase{Core}=1.0",
                        "c5c3_resource_ready=0.0",
                        "c5c3_resource_stalled=0.0");
        metrics.stands(KEYSTONE, state(Map.of("Ready", "True", "DatabaseReady", "True"), null));
        assertThat(told("c5c3_resource_"))
                .containsExactly(
                        "c5c3_resource_condition{DatabaseReady}=1.0",
                        "c5c3_resource_last_success_timestamp_seconds=" + (double) NOW.getEpochSecond(),
                        "c5c3_resource_phase{Core}=1.0",
                        "c5c3_resource_ready=1.0",
                        "c5c3_resource_stalled=0.0");
    }

    @Test
    void figuresHaveTheNameOfTheirOperatorOrOneForAll() {
        metrics.figures(
                "keystone",
                KEYSTONE,
                Map.of(
                        "key_rotation_age_seconds{key_type=fernet}",
                        5.0,
                        "c5c3_certificate_expiry_timestamp_seconds{secret=keystone-tls}",
                        7.0));
        assertThat(told("keystone_operator")).containsExactly("keystone_operator_key_rotation_age_seconds{fernet}=5.0");
        assertThat(told("c5c3_cert")).containsExactly("c5c3_certificate_expiry_timestamp_seconds{keystone-tls}=7.0");
        metrics.figures("keystone", KEYSTONE, Map.of());
        assertThat(told("keystone_operator")).isEmpty();
    }

    @Test
    void nothingIsKeptOfAResourceThatIsGoneAndTheTwinOfItsNameStays() {
        metrics.stands(KEYSTONE, state(Map.of("Ready", "True"), null));
        metrics.stands(TWIN, state(Map.of("Ready", "False"), null));
        metrics.forget(KEYSTONE);
        assertThat(told("c5c3_resource_ready")).containsExactly("c5c3_resource_ready=0.0");
        metrics.forget(TWIN);
        assertThat(told("c5c3_resource_")).isEmpty();
    }

    @Test
    void ofTooManyResourcesOnlyACountIsTold() {
        for (var i = 0; i <= ResourceGauges.MOST_RESOURCES; i++) {
            metrics.stands(
                    new Ref("memcached.c5c3.io/v1alpha1", "Memcached", "many", "m" + i),
                    new ResourceState(Map.of("Ready", "True"), Optional.empty(), Optional.empty(), NOW));
        }
        assertThat(told("c5c3_resources_untold")).containsExactly("c5c3_resources_untold=1.0");
        assertThat(registry.find("c5c3_resource_ready").gauges()).hasSize(ResourceGauges.MOST_RESOURCES);
    }
}
