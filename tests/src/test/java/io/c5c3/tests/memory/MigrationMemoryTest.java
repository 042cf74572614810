package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.placement.Placement;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A migration that fails holds its service up and says so; a changed spec, or time, mends it. */
@Tag("memory")
class MigrationMemoryTest {

    static Stream<Arguments> migrations() {
        return Stream.of(
                arguments(Glance.class, "glance", "glance-db-sync", "31.0.0-p1"),
                arguments(Placement.class, "placement", "placement-db-sync", "14.0.0-p1"),
                arguments(Neutron.class, "neutron", "neutron-db-sync", "27.0.1-p1"),
                arguments(Cinder.class, "cinder", "cinder-db-sync", "27.0.0-p1"),
                arguments(Nova.class, "nova", "nova-db-sync", "32.1.0-p1"),
                arguments(Nova.class, "nova", "nova-cell1-db-sync", "32.1.0-p1"));
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void aChangedSpecMendsIt(Class<? extends HasMetadata> kind, String service, String job, String tag) {
        var plane = failed(kind, service, job);
        plane.simulation.mend(job);
        plane.apply(Plane.core(service, "enabled: true, image: {tag: " + tag + "}"));
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().services().get(service).release()).isEqualTo(tag);
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void itIsTriedAgainAfterARest(Class<? extends HasMetadata> kind, String service, String job, String tag) {
        var plane = failed(kind, service, job);
        plane.simulation.mend(job);
        plane.simulation.settle();
        assertThat(plane.ready()).as("before the rest is over").isFalse();
        plane.simulation.clock().advance(Duration.ofMinutes(1));
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
    }

    private static Plane failed(Class<? extends HasMetadata> kind, String service, String job) {
        var plane = new Plane(Plane.CORE);
        plane.simulation.failJob(job);
        plane.simulation.settle();
        assertThat(plane.why(kind, service)).startsWith("False").contains("DBSyncFailed", "Job/" + job + " failed");
        assertThat(plane.simulation.find(Deployment.class, service + "-api"))
                .as("nothing runs on tables that are not there")
                .isEmpty();
        assertThat(plane.plane().getStatus().blockedBy().name()).isEqualTo(job);
        return plane;
    }
}
