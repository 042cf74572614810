package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.OpenStackGlance;
import io.c5c3.api.openstack.OpenStackKeystone;
import io.c5c3.api.openstack.OpenStackNova;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ways of asking for a cloud: the same cloud, of kinds of two groups, and neither touches what is the other's. */
@Tag("memory")
class FacesMemoryTest {

    private static final String ELSEWHERE = "elsewhere";

    /** With everything that this release has. */
    private static final String CLOUD = """
        {storageBackend: ceph, ceph: {provider: BuiltIn}, tls: {enabled: true}, barbican: {enabled: true},
         cinder: {enabled: true, backends: [{name: ceph-rbd, type: ceph}]}, horizon: {enabled: true}}\
        """;

    private final Plane world = new Plane();

    private static OpenStackControlPlane plane(String name, String spec) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: OpenStackControlPlane
                metadata: {name: %s, namespace: openstack}
                spec: %s
                """.formatted(name, spec), OpenStackControlPlane.class);
    }

    private void apply(String spec) {
        world.simulation.add(plane("cloud", spec));
        world.simulation.settle();
    }

    private OpenStackControlPlane cloud() {
        return world.simulation.find(OpenStackControlPlane.class, "cloud").orElseThrow();
    }

    private Condition condition(String type) {
        return Conditions.of(cloud(), type).orElseThrow();
    }

    @Test
    void theWholeCloudIsOfOneGroup() {
        apply(CLOUD);
        assertThat(world.why(OpenStackControlPlane.class, "cloud")).isEqualTo("True Everything is ready.");
        assertThat(cloud().getStatus().phase()).isEqualTo("Ready");
        var cluster = world.simulation.cluster();
        for (var kind : Twins.ALL) {
            assertThat(cluster.list(kind, "", Map.of()))
                    .as(kind.getSimpleName())
                    .singleElement();
            assertThat(cluster.list(Twins.first(kind), "", Map.of()))
                    .as("the twin of %s", kind.getSimpleName())
                    .isEmpty();
        }
        assertThat(cluster.events()).noneMatch(event -> event.warning());
    }

    @Test
    void whatIsNoLongerAskedForGoes() {
        apply(CLOUD);
        apply("{nova: {enabled: false}, glance: {enabled: false}}");
        assertThat(world.why(OpenStackControlPlane.class, "cloud")).isEqualTo("True Everything is ready.");
        assertThat(world.simulation.find(OpenStackNova.class, "nova")).isEmpty();
        assertThat(world.simulation.find(OpenStackGlance.class, "glance")).isEmpty();
        assertThat(world.simulation.find(OpenStackKeystone.class, "keystone")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "mariadb, Infrastructure",
        "keystone-api, Identity",
        "barbican-api, Identity",
        "placement-api, CoreServices",
        "horizon-api, Dashboards"
    })
    void thePhaseIsTheFirstWithSomethingLeftToDo(String held, String phase) {
        world.simulation.hold(held);
        apply(CLOUD);
        assertThat(cloud().getStatus().phase()).isEqualTo(phase);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {glance: {enabled: false}}                                | Nova   | DependencyDisabled | it needs Glance, which the plane does not have: write glance.enabled: true.
        {glance: {enabled: false}, neutron: {enabled: false}}     | Nova   | DependencyDisabled | it needs Glance and Neutron, which the plane does not have: write glance.enabled: true, and write neutron.enabled: true.
        {keystone: {enabled: false}}                              | Placement | DependencyDisabled | it needs Keystone, which the plane does not have: write keystone.enabled: true.
        {cinder: {enabled: true}}                                 | Cinder | NoStorage          | there is no place for volumes: write storageBackend: ceph.
        {octavia: {enabled: true}}                                | Octavia | NotInThisRelease   | this release has no such service. Nothing is made for it; take octavia out, or leave it for a release that has one.
        """)
    void aServiceThatCannotBeIsSkippedAndSaysWhy(String spec, String kind, String reason, String why) {
        apply(spec);
        var skipped = condition(kind + "Ready");
        assertThat(skipped.getStatus()).isEqualTo("False");
        assertThat(skipped.getReason()).isEqualTo(reason);
        assertThat(skipped.getMessage()).isEqualTo(kind + " is skipped: " + why);
        assertThat(world.why(OpenStackControlPlane.class, "cloud"))
                .as("the others are not held up")
                .isEqualTo("True Everything is ready.");
        assertThat(world.simulation.cluster().snapshot())
                .doesNotContainKey("openstack/" + kind + "/" + kind.toLowerCase(Locale.ROOT));
    }

    /** Whatever the design names can be switched on; it is there, or a condition says why not. */
    @ParameterizedTest
    @EnumSource(KnownService.class)
    void noServiceIsAcceptedSilently(KnownService service) {
        apply("{storageBackend: ceph, ceph: {provider: BuiltIn}, " + service.id() + ": {enabled: true}}");
        assertThat(condition(service.kind() + "Ready").getStatus())
                .isEqualTo(service.built().isPresent() ? "True" : "False");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {storageBackend: lvm}                                     | spec.storageBackend: this release has no lvm
        {neutron: {mechanism: ovs}}                               | spec.neutron.mechanism: must be the networkBackend, which is ovn
        {glance: {storageType: swift}}                            | spec.glance.storageType: this release has no swift
        {glance: {storageType: ceph}}                             | spec.glance.storageType: there is no Ceph to keep images in
        {storageBackend: ceph, cinder: {enabled: true, backends: [{name: a, type: lvm}]}} | spec.cinder.backends[a].type: this release has no lvm
        {nova: {deployment: {nodeselector: {}}}}                  | spec.nova.deployment.nodeselector: unknown field; did you mean nodeSelector?
        """)
    void whatThisReleaseCannotDoIsRefusedBeforeAnythingIsMade(String spec, String mistake) {
        apply(spec);
        assertThat(condition("Accepted").getReason()).isEqualTo("InvalidSettings");
        assertThat(condition("Accepted").getMessage()).contains(mistake);
        assertThat(world.simulation.find(MariaDB.class, "mariadb")).isEmpty();
    }

    @Test
    void theSecondOfANamespaceIsRefusedWhicheverItIs() {
        world.apply("{}");
        world.simulation.settle();
        world.simulation.clock().advance(Duration.ofSeconds(5));
        world.simulation.settle();
        var before = world.simulation.cluster().snapshot();
        world.simulation.add(plane("plane", CLOUD));
        world.simulation.settle();
        assertThat(world.why(OpenStackControlPlane.class, "plane"))
                .contains("DuplicateControlPlane")
                .contains("ControlPlane/plane");
        world.simulation.cluster().take(Ref.of(OpenStackControlPlane.class, Simulation.NAMESPACE, "plane"));
        world.simulation.settle();
        assertThat(world.simulation.cluster().snapshot()).isEqualTo(before);
    }

    @Test
    void norDoesAControlPlaneGetInSecond() {
        apply("{}");
        world.simulation.clock().advance(Duration.ofSeconds(5));
        world.apply("{}");
        world.simulation.settle();
        assertThat(world.why(ControlPlane.class, "plane"))
                .contains("DuplicateControlPlane")
                .contains("OpenStackControlPlane/cloud");
        assertThat(world.simulation.find(Keystone.class, "keystone")).isEmpty();
    }

    @Test
    void inTwoNamespacesTheyDoNotSeeEachOther() {
        world.apply(Plane.CORE);
        world.simulation.settle();
        var before = here();
        var other = plane("cloud", CLOUD.replace("{storage", "{deletionPolicy: Delete, storage"));
        other.getMetadata().setNamespace(ELSEWHERE);
        world.simulation.cluster().put(other);
        world.simulation.settle();
        assertThat(world.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(Conditions.of(there(OpenStackControlPlane.class, "cloud"), Conditions.READY)
                        .orElseThrow()
                        .getMessage())
                .isEqualTo("Everything is ready.");
        assertThat(here()).isEqualTo(before);
        world.simulation.cluster().take(Ref.of(other));
        world.simulation.settle();
        assertThat(world.simulation.cluster().snapshot().keySet()).noneMatch(name -> name.startsWith(ELSEWHERE + "/"));
        assertThat(here()).isEqualTo(before);
    }

    private <T extends HasMetadata> T there(Class<T> kind, String name) {
        return world.simulation.cluster().find(kind, ELSEWHERE, name).orElseThrow();
    }

    private Map<String, JsonNode> here() {
        var here = new TreeMap<>(world.simulation.cluster().snapshot());
        here.keySet().removeIf(name -> !name.startsWith(Simulation.NAMESPACE + "/"));
        return here;
    }

    /** Services, Secrets, keys and the database have one owner, and a group is part of who that is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTwoWithOneNameTheElderKeepsEverything(boolean theTwinIsYounger) {
        SamplesMemoryTest.add(world, Set.of("MariaDB", "Memcached"));
        var sample = SamplesMemoryTest.sample(Keystone.class);
        var twin = Json.KUBERNETES.convertValue(sample, OpenStackKeystone.class);
        twin.setApiVersion(HasMetadata.getApiVersion(OpenStackKeystone.class));
        Keystone elder = theTwinIsYounger ? sample : twin;
        Keystone younger = theTwinIsYounger ? twin : sample;
        world.simulation.add(elder);
        world.simulation.settle();
        assertThat(world.why(elder.getClass(), "keystone")).isEqualTo("True Everything is ready.");
        world.simulation.clock().advance(Duration.ofSeconds(5));
        world.simulation.settle();
        var before = besides();
        world.simulation.add(younger);
        world.simulation.settle();
        assertThat(world.why(younger.getClass(), "keystone"))
                .contains("NameTaken")
                .contains("belongs to Keystone." + HasMetadata.getGroup(elder.getClass()) + "/keystone");
        assertThat(world.why(elder.getClass(), "keystone")).isEqualTo("True Everything is ready.");
        world.simulation.cluster().take(Ref.of(younger));
        world.simulation.settle();
        assertThat(world.simulation.find(younger.getClass(), "keystone")).isEmpty();
        assertThat(world.why(elder.getClass(), "keystone")).isEqualTo("True Everything is ready.");
        assertThat(besides()).isEqualTo(before);
    }

    /** All but the two themselves. */
    private Map<String, JsonNode> besides() {
        var rest = new TreeMap<>(world.simulation.cluster().snapshot());
        rest.remove("openstack/Keystone/keystone");
        return rest;
    }
}
