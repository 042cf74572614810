package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Services that are switched off again: they leave in order, and what they kept is found again when they are switched on. */
@Tag("memory")
class DisabledMemoryTest {

    /** Every kind that a core plane makes, whoever stands on others before these. */
    private static final List<Class<? extends HasMetadata>> LEAVING = List.of(
            NovaCompute.class,
            Nova.class,
            Cinder.class,
            Neutron.class,
            Placement.class,
            Glance.class,
            OVNCluster.class,
            CephStorage.class,
            RabbitMQ.class);

    private static final Pattern MADE_ONCE = Pattern.compile(
            "(\\w+-(db|rabbitmq)-credentials"
                    + "|mariadb-root|rabbitmq-admin|rabbitmq-erlang-cookie|ceph-cluster-keys|keystone-(fernet|credential)-keys)");

    static Stream<Arguments> services() {
        return Stream.of(
                arguments("placement", Placement.class),
                arguments("neutron", Neutron.class),
                arguments("cinder", Cinder.class),
                arguments("nova", Nova.class));
    }

    @ParameterizedTest
    @MethodSource("services")
    void oneServiceGoesAndComesBackToItsData(String service, Class<? extends HasMetadata> kind) {
        // Nova needs placement for as long as it is there itself.
        var without = Plane.core(service, "enabled: false").replace("nova: {enabled: true}", "nova: {enabled: false}");
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        var kept = kept(plane);
        assertThat(kept).containsKeys("Secret/" + service + "-db-credentials");
        plane.apply(without);
        plane.simulation.settle();
        assertThat(plane.simulation.find(kind, service)).isEmpty();
        assertThat(plane.simulation.find(Deployment.class, service + "-api")).isEmpty();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().services()).doesNotContainKey(service);
        assertThat(kept(plane)).containsAllEntriesOf(kept);
        assertThat(plane.sql.changes()).as("databases").noneMatch(change -> change.startsWith("drop"));
        plane.apply(Plane.CORE);
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(kept(plane)).containsAllEntriesOf(kept);
    }

    /** Servers can boot from volumes alone, or from images that somebody else keeps. */
    @Test
    void serversDoNotWaitForImagesThatThePlaneDoesNotKeep() {
        var plane = new Plane(Plane.core("glance", "enabled: false"));
        plane.simulation.settle();
        assertThat(plane.simulation.find(Glance.class, "glance")).isEmpty();
        assertThat(plane.why(Nova.class, "nova")).startsWith("True");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
    }

    @Test
    void imagesOnAVolumeStay() {
        var plane = new Plane("{services: {glance: {enabled: true}}}");
        plane.simulation.settle();
        assertThat(plane.why(Glance.class, "glance")).startsWith("True");
        plane.apply("{}");
        plane.simulation.settle();
        assertThat(plane.simulation.find(Glance.class, "glance")).isEmpty();
        assertThat(plane.simulation.find(PersistentVolumeClaim.class, "glance-images"))
                .isPresent();
    }

    @Test
    void whoeverStandsOnSomethingGoesBeforeIt() {
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        var kept = kept(plane);
        var mistakes = new ArrayList<String>();
        var order = new ArrayList<String>();
        plane.simulation.cluster().interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                for (var later = 0; later < LEAVING.size(); later++) {
                    var kind = LEAVING.get(later);
                    if (write.startsWith("delete " + HasMetadata.getKind(kind) + "/")) {
                        order.add(HasMetadata.getKind(kind));
                        LEAVING.subList(0, later).stream()
                                .filter(earlier -> !plane.simulation
                                        .cluster()
                                        .list(earlier, Simulation.NAMESPACE, Map.of())
                                        .isEmpty())
                                .forEach(earlier ->
                                        mistakes.add(write + " while there is a " + earlier.getSimpleName()));
                    }
                }
            }

            @Override
            public void after(String write) {}
        });
        plane.apply("{}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(mistakes).isEmpty();
        assertThat(order)
                .containsExactlyElementsOf(
                        LEAVING.stream().map(HasMetadata::getKind).toList());
        assertThat(kept(plane)).as("volumes, passwords and keys").containsAllEntriesOf(kept);
    }

    /**
     * What must not be lost or made twice: generated logins and keys, and volumes. Logins to Keystone are not among it; they go with the
     * user there. Nor are those of the agents, which own no data.
     */
    private static Map<String, Object> kept(Plane plane) {
        var kept = new TreeMap<String, Object>();
        plane.simulation.cluster().list(Secret.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(secret ->
                        MADE_ONCE.matcher(secret.getMetadata().getName()).matches())
                .forEach(secret -> kept.put("Secret/" + secret.getMetadata().getName(), secret.getData()));
        plane.simulation
                .cluster()
                .list(PersistentVolumeClaim.class, Simulation.NAMESPACE, Map.of())
                .forEach(claim -> kept.put(
                        "PersistentVolumeClaim/" + claim.getMetadata().getName(),
                        claim.getMetadata().getUid()));
        return kept;
    }
}
