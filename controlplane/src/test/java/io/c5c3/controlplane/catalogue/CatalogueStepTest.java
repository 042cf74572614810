package io.c5c3.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.c5c3.api.catalogue.Role;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueStepTest {

    private static final Keystone.Spec ENCRYPTED =
            Json.KUBERNETES.unmarshal("tls: {enabled: true}", Keystone.Spec.class);

    private final CatalogueWorld world = new CatalogueWorld();

    private CatalogueWorld settled() {
        world.simulation.settle();
        assertThat(world.condition().getMessage()).isEqualTo("Keystone knows in RegionOne: glance, nova.");
        assertInOrder(world);
        return world;
    }

    /** Everything is as it should be, and nothing is there twice. */
    static void assertInOrder(CatalogueWorld world) {
        assertThat(world.condition().getReason())
                .as(world.condition().getMessage())
                .isEqualTo("CatalogueRegistered");
        assertThat(world.keystone.services())
                .extracting(Service::name, Service::type, Service::enabled)
                .containsExactlyInAnyOrder(tuple("nova", "compute", true), tuple("glance", "image", true));
        var urls = new TreeSet<String>();
        world.keystone.endpoints().forEach(endpoint -> {
            assertThat(endpoint.enabled()).isTrue();
            urls.add(endpoint.audience() + " " + endpoint.region() + " " + endpoint.url());
        });
        assertThat(world.keystone.endpoints()).hasSize(4);
        assertThat(urls)
                .containsExactly(
                        "internal RegionOne http://glance.openstack.svc:9292",
                        "internal RegionOne http://nova.openstack.svc:8774/v2.1",
                        "public RegionOne https://glance.example.org",
                        "public RegionOne https://nova.example.org/v2.1");
        assertThat(world.keystone.users()).contains("glance", "nova");
        assertThat(world.keystone.roles("nova", "service")).containsExactly("admin", "service");
        assertThat(world.keystone.roles("glance", "service")).containsExactly("service");
        for (var service : List.of("nova", "glance")) {
            assertThat(world.entersByCredential(service)).as(service).isTrue();
            assertThat(world.entersByPassword(service)).as(service).isTrue();
            assertThat(world.keystone.credentialRoles(world.told(service).get("application_credential_id")))
                    .isEqualTo(world.keystone.roles(service, "service"));
        }
    }

    @Test
    void servicesAreToldHowToLogIn() {
        settled();
        assertThat(world.told("nova"))
                .containsOnlyKeys(
                        "application_credential_id",
                        "application_credential_secret",
                        "auth_url",
                        "password",
                        "project_domain_name",
                        "project_name",
                        "region_name",
                        "user_domain_name",
                        "username")
                .containsEntry("auth_url", "http://keystone.openstack.svc.cluster.local:5000/v3")
                .containsEntry("username", "nova")
                .containsEntry("project_name", "service")
                .containsEntry("user_domain_name", "Default")
                .containsEntry("project_domain_name", "Default")
                .containsEntry("region_name", "RegionOne");
        assertThat(world.told("nova").get("password"))
                .hasSizeGreaterThan(30)
                .isNotEqualTo(world.told("glance").get("password"));
        assertThat(world.keystone.credentials("nova")).hasSize(1);
    }

    @Test
    void keystoneIsLeftAloneUntilItIsTimeToLookAgain() {
        settled();
        var requests = world.identity.requests();
        var changes = world.identity.changes().size();
        var writes = world.simulation.cluster().writes().size();
        world.simulation.lookAtEverything();
        world.simulation.clock().advance(Duration.ofMinutes(4));
        world.simulation.lookAtEverything();
        assertThat(world.identity.requests()).isEqualTo(requests);
        assertThat(world.simulation
                        .report(ControlPlane.class, "plane")
                        .orElseThrow()
                        .again()
                        .orElseThrow())
                .isCloseTo(Duration.ofMinutes(1), Duration.ofMillis(1));
        world.simulation.clock().advance(Duration.ofMinutes(2));
        world.simulation.lookAtEverything();
        // Login, services, endpoints, project, its members, domains; then each service's login and its credentials.
        assertThat(world.identity.requests() - requests).isEqualTo(6 + 2 * 2);
        assertThat(world.identity.changes()).hasSize(changes);
        assertThat(world.simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void aNewProcessLooksOnceAndChangesNothing() {
        settled();
        var changes = world.identity.changes().size();
        var writes = world.simulation.cluster().writes().size();
        world.restart();
        world.simulation.settle();
        assertThat(world.identity.changes()).hasSize(changes);
        assertThat(world.simulation.cluster().writes()).hasSize(writes);
    }

    static Stream<Named<Consumer<CatalogueWorld>>> mischief() {
        return Stream.of(
                Named.of("an address", world -> world.keystone.put(changed(endpoint(world), "http://evil", true))),
                Named.of(
                        "an endpoint off",
                        world -> world.keystone.put(
                                changed(endpoint(world), endpoint(world).url(), false))),
                Named.of("a service off", world -> world.keystone.put(changed(service(world), "nova", "compute"))),
                Named.of("a name", world -> world.keystone.put(changed(service(world), "other", "compute"))),
                Named.of("a type", world -> world.keystone.put(changed(service(world), "nova", "other"))),
                Named.of(
                        "a service gone",
                        world -> world.keystone.removeService(service(world).id())),
                Named.of("a password", world -> world.keystone.password("nova", "other")),
                Named.of("a user off", world -> world.keystone.disable("nova")),
                Named.of("a user gone", world -> world.keystone.removeUser("nova")),
                Named.of("a role less", world -> world.keystone.revoke("nova", "service", "admin")),
                Named.of("a role more", world -> world.keystone.grant("glance", "service", "admin")),
                Named.of("the project off", world -> world.keystone.disableProject("service")),
                Named.of(
                        "a credential gone",
                        world -> world.keystone.removeCredential(
                                world.keystone.credentials("nova").getFirst())),
                Named.of("the id told", world -> world.tell("nova", "application_credential_id", "other")),
                Named.of("the secret told", world -> world.tell("nova", "application_credential_secret", "other")),
                Named.of("the password told", world -> world.tell("nova", "password", "")),
                Named.of("the address told", world -> world.tell("nova", "auth_url", "http://evil")),
                Named.of(
                        "the Secret gone",
                        world -> world.simulation
                                .cluster()
                                .take(Ref.of(Secret.class, "openstack", "nova-keystone-credentials"))),
                Named.of("user and Secret gone", world -> {
                    world.keystone.removeUser("nova");
                    world.simulation.cluster().take(Ref.of(Secret.class, "openstack", "nova-keystone-credentials"));
                }));
    }

    private static Service service(CatalogueWorld world) {
        return world.keystone.services().stream()
                .filter(service -> service.name().equals("nova"))
                .findFirst()
                .orElseThrow();
    }

    private static Endpoint endpoint(CatalogueWorld world) {
        return world.keystone.endpoints().getFirst();
    }

    private static Service changed(Service service, String name, String type) {
        return new Service(service.id(), name, type, "mine", false, service.marks());
    }

    private static Endpoint changed(Endpoint endpoint, String url, boolean enabled) {
        return new Endpoint(
                endpoint.id(),
                endpoint.service(),
                endpoint.audience(),
                endpoint.region(),
                url,
                enabled,
                endpoint.marks());
    }

    @ParameterizedTest
    @MethodSource("mischief")
    void whatWasChangedBehindItsBackIsRepaired(Consumer<CatalogueWorld> mischief) {
        settled();
        mischief.accept(world);
        world.later();
        assertInOrder(world);
        assertThat(world.told("nova")).doesNotContainKey("next_application_credential_secret");
        var changes = world.identity.changes().size();
        world.later();
        assertThat(world.identity.changes()).hasSize(changes);
        world.simulation.clock().advance(Duration.ofHours(1));
        world.later();
        assertInOrder(world);
        assertThat(world.keystone.credentials("nova")).hasSize(1);
    }

    /** Whoever deletes a credential may do so because its secret is known. */
    @Test
    void aDeletedCredentialComesBackWithAnotherSecret() {
        settled();
        var before = world.told("nova").get("application_credential_secret");
        world.keystone.removeCredential(world.keystone.credentials("nova").getFirst());
        world.later();
        assertThat(world.told("nova").get("application_credential_secret")).isNotEqualTo(before);
    }

    @Test
    void podsHaveTimeToChangeToANewCredential() {
        settled();
        var old = world.told("glance").get("application_credential_id");
        world.entries.set(1, CatalogueWorld.MIGHTY_GLANCE);
        world.simulation.settle();
        assertThat(world.entersByCredential("glance")).isTrue();
        assertThat(world.keystone.credentials("glance")).contains(old).hasSize(2);
        world.simulation.clock().advance(Duration.ofHours(1));
        world.later();
        assertThat(world.keystone.credentials("glance"))
                .containsExactly(world.told("glance").get("application_credential_id"));
    }

    @Test
    void whatLeavesThePlaneLeavesKeystone() {
        world.keystone.put(new Service("foreign", "heat", "orchestration", "", true, Map.of()));
        world.keystone.putUser("heat", "pw", Map.of());
        settled(Set.of("heat"));
        world.keystone.grant("heat", "service", "service");
        world.entries.remove(CatalogueWorld.NOVA);
        world.simulation.settle();
        assertThat(world.keystone.services()).extracting(Service::name).containsExactly("heat", "glance");
        assertThat(world.keystone.endpoints()).hasSize(2);
        assertThat(world.keystone.users()).containsExactly("glance", "heat");
        assertThat(world.simulation.find(Secret.class, "nova-keystone-credentials"))
                .isEmpty();
        world.entries.clear();
        world.simulation.settle();
        assertThat(world.keystone.users()).containsExactly("heat");
        assertThat(world.condition().getMessage()).isEqualTo("The plane has no service to register besides identity.");
    }

    @Test
    void whoServesNobodyGetsALoginAndNoEntry() {
        var tempest = CatalogueEntry.account("tempest", Set.of(Role.admin));
        world.entries.add(tempest);
        world.simulation.settle();
        assertThat(world.keystone.services()).extracting(Service::name).containsExactlyInAnyOrder("nova", "glance");
        assertThat(world.keystone.roles("tempest", "service")).containsExactly("admin");
        assertThat(world.entersByCredential("tempest")).isTrue();
        assertThat(world.entersByPassword("tempest")).isTrue();
        world.entries.remove(tempest);
        world.simulation.settle();
        assertThat(world.keystone.users()).containsExactly("glance", "nova");
        assertThat(world.simulation.find(Secret.class, "tempest-keystone-credentials"))
                .isEmpty();
    }

    private void settled(Set<String> others) {
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("CatalogueRegistered");
        assertThat(world.keystone.users()).containsAll(others);
    }

    /** The mark on the service is gone with it; that on the user is still there. */
    @Test
    void aUserWhoseServiceIsGoneLeavesToo() {
        settled();
        world.keystone.removeService(service(world).id());
        world.entries.remove(CatalogueWorld.NOVA);
        world.simulation.settle();
        assertThat(world.keystone.users()).containsExactly("glance");
    }

    @Test
    void aUserWithoutARoleLeavesToo() {
        settled();
        world.keystone.revoke("nova", "service", "admin");
        world.keystone.revoke("nova", "service", "service");
        world.entries.remove(CatalogueWorld.NOVA);
        world.simulation.settle();
        assertThat(world.keystone.users()).containsExactly("glance");
    }

    @Test
    void aServiceOfTheSameTypeAndNameIsLeftAloneUntilItIsHandedOver() {
        world.keystone.put(new Service("theirs", "nova", "compute", "old", false, Map.of()));
        world.keystone.put(new Endpoint("theirs", "theirs", "public", "RegionOne", "http://old", true, Map.of()));
        world.keystone.put(new Endpoint("admins", "theirs", "admin", "RegionOne", "http://old", true, Map.of()));
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("NameTaken");
        assertThat(world.condition().getMessage())
                .startsWith("The keystone service nova on Keystone/keystone is there and was not made by any operator")
                .endsWith("kubectl annotate ControlPlane/plane c5c3.io/adopt='keystone-service/nova'.");
        assertThat(service(world).description()).isEqualTo("old");
        assertThat(world.keystone.users()).containsExactly("glance");
        assertThat(world.entersByCredential("glance")).as("the others go on").isTrue();
        world.adopt("keystone-service/nova");
        world.later();
        assertThat(world.keystone.services())
                .extracting(Service::id)
                .contains("theirs")
                .hasSize(2);
        assertThat(world.keystone.endpoints())
                .filteredOn(endpoint -> endpoint.service().equals("theirs"))
                .extracting(Endpoint::audience, Endpoint::url)
                .containsExactlyInAnyOrder(
                        tuple("public", "https://nova.example.org/v2.1"),
                        tuple("internal", "http://nova.openstack.svc:8774/v2.1"),
                        tuple("admin", "http://old"));
    }

    @Test
    void aUserOfSomebodyElseIsNot() {
        world.keystone.putUser("nova", "their own", Map.of());
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("NameTaken");
        assertThat(world.condition().getMessage())
                .startsWith("The keystone user nova on Keystone/keystone is there and was not made by any operator");
        assertThat(world.entersByCredential("glance")).isTrue();
        assertThat(world.identity.changes()).doesNotContain("restore user nova", "grant admin to nova");
        world.adopt("keystone-user/nova");
        world.later();
        assertInOrder(world);
    }

    /** Of one name and one namespace, and of two kinds. */
    @Test
    void twoPlanesOnOneKeystoneKeepApart() {
        var other = new Owner("openstack.k8s.io", "OpenStackControlPlane", "openstack", "plane", "1-2").text();
        world.keystone.put(new Service(
                "theirs", "nova", "compute", "old", false, Map.of("c5c3_owner", other, "c5c3_user", "nova")));
        world.keystone.put(new Endpoint(
                "theirs", "theirs", "public", "RegionOne", "http://old", true, Map.of("c5c3_owner", other)));
        world.keystone.putUser("nova", "their own", Map.of("c5c3_owner", other));
        world.simulation.settle();
        assertThat(world.condition().getMessage())
                .startsWith("The keystone service nova on Keystone/keystone belongs to OpenStackControlPlane/plane in"
                        + " the namespace openstack, and is left alone");
        world.simulation.cluster().take(Ref.of(ControlPlane.class, "openstack", "plane"));
        world.simulation.settle();
        assertThat(world.plane()).isEmpty();
        assertThat(world.keystone.services()).extracting(Service::id).containsExactly("theirs");
        assertThat(world.keystone.endpoints()).extracting(Endpoint::url).containsExactly("http://old");
        assertThat(world.keystone.users()).containsExactly("nova");
        assertThat(world.identity.changes()).noneMatch(change -> change.endsWith(" nova"));
    }

    @Test
    void aCredentialOfAPersonOnlyHasToWork() {
        settled();
        var told = world.told("glance");
        world.simulation.cluster().take(Ref.of(Secret.class, "openstack", "nova-keystone-credentials"));
        world.secret(
                "nova-keystone-credentials",
                Map.of("application_credential_id", "mine", "application_credential_secret", "wrong-secret"));
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("CredentialsRefused");
        assertThat(world.condition().getMessage())
                .startsWith("Secret/nova-keystone-credentials was not made by this plane")
                .doesNotContain("wrong-secret");
        world.secret(
                "nova-keystone-credentials",
                Map.of(
                        "application_credential_id", told.get("application_credential_id"),
                        "application_credential_secret", told.get("application_credential_secret")));
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("CatalogueRegistered");
        assertThat(world.told("nova")).hasSize(2);
    }

    @Test
    void anotherRegionMovesTheEndpoints() {
        settled();
        world.region = "RegionTwo";
        world.simulation.settle();
        assertThat(world.keystone.endpoints())
                .hasSize(4)
                .extracting(Endpoint::region)
                .containsOnly("RegionTwo");
        assertThat(world.told("nova")).containsEntry("region_name", "RegionTwo");
    }

    @Test
    void keystoneMovesToHttps() {
        settled();
        var credential = world.told("nova").get("application_credential_id");
        world.secret("keystone-tls", Map.of("ca.crt", "PEM", "tls.crt", "PEM", "tls.key", "geheim"));
        world.simulation
                .cluster()
                .edit(Keystone.class, "openstack", "keystone", keystone -> keystone.setSpec(ENCRYPTED));
        world.endpoint("https://" + CatalogueWorld.HOST + ":5000");
        world.simulation.settle();
        assertThat(world.told("nova"))
                .containsEntry("auth_url", "https://keystone.openstack.svc.cluster.local:5000/v3")
                .containsEntry("ca.crt", "PEM")
                .containsEntry("application_credential_id", credential);
    }

    @Test
    void aKeystoneThatIsAwayIsWaitedFor() {
        world.identity.away(true);
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("WaitingForKeystone");
        assertThat(world.condition().getMessage())
                .isEqualTo("Keystone/keystone: keystone.openstack.svc.cluster.local:5000 refused the connection.");
        world.identity.away(false);
        settled();
        world.simulation.clock().advance(Duration.ofMinutes(4));
        world.identity.away(true);
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("CatalogueRegistered");
    }

    @Test
    void aKeystoneWithoutAnEndpointIsWaitedFor() {
        world.endpoint("");
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("WaitingForKeystone");
        assertThat(world.condition().getMessage())
                .isEqualTo("Keystone/keystone has not told its endpoint yet, Service/keystone has no address, or"
                        + " Secret/login has no password.");
        assertThat(world.simulation.find(Secret.class, "nova-keystone-credentials"))
                .isEmpty();
    }

    @Test
    void anAdministratorWhoIsNotLetInIsToldOf() {
        world.keystone.administratorPassword("another");
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("AdministratorRefused");
        assertThat(world.condition().getMessage())
                .isEqualTo("Keystone/keystone does not let admin in with the password of Secret/login.");
        world.secret("login", Map.of("password", "another"));
        settled();
    }

    @Test
    void thePlaneLeavesNothingBehind() {
        world.keystone.putUser("heat", "pw", Map.of());
        settled(Set.of("heat"));
        delete();
        assertThat(world.plane()).isEmpty();
        assertThat(world.keystone.services()).isEmpty();
        assertThat(world.keystone.endpoints()).isEmpty();
        assertThat(world.keystone.users()).containsExactly("heat");
        assertThat(world.simulation.find(Secret.class, "nova-keystone-credentials"))
                .isEmpty();
    }

    @Test
    void aKeystoneThatIsGoneHoldsNobodyUp() {
        settled();
        world.simulation.cluster().take(Ref.of(Keystone.class, "openstack", "keystone"));
        delete();
        assertThat(world.plane()).isEmpty();
    }

    /** A namespace that is deleted takes both at once. */
    @Test
    void aKeystoneThatGoesTooHoldsNobodyUp() {
        settled();
        world.simulation
                .cluster()
                .edit(
                        Keystone.class,
                        "openstack",
                        "keystone",
                        keystone -> keystone.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z"));
        world.identity.away(true);
        delete();
        assertThat(world.plane()).isEmpty();
    }

    @Test
    void aKeystoneThatDoesNotAnswerHoldsNobodyUpForLong() {
        settled();
        world.identity.away(true);
        delete();
        assertThat(world.condition().getReason()).isEqualTo("CatalogueKept");
        assertThat(world.condition().getMessage())
                .isEqualTo("Keystone/keystone keeps services and users of the plane:"
                        + " keystone.openstack.svc.cluster.local:5000 refused the connection.");
        world.simulation.clock().advance(Duration.ofSeconds(61));
        world.simulation.settle();
        assertThat(world.plane()).isEmpty();
        assertThat(world.simulation.cluster().events())
                .anySatisfy(event -> assertThat(event.message()).contains("keeps services and users of the plane"));
    }

    @Test
    void anAnswerThatWasLostLeavesNothingBehind() {
        settled();
        world.identity.away(true);
        delete();
        world.identity.away(false);
        world.simulation.clock().advance(Duration.ofSeconds(5));
        world.simulation.settle();
        assertThat(world.plane()).isEmpty();
        assertThat(world.keystone.services()).isEmpty();
        assertThat(world.keystone.users()).isEmpty();
    }

    /** Its database may be kept: then everything of the old plane is found again, and gets new passwords. */
    @Test
    void aPlaneThatComesBackFindsItsOwn() {
        settled();
        world.identity.away(true);
        delete();
        world.simulation.clock().advance(Duration.ofMinutes(2));
        world.simulation.settle();
        world.identity.away(false);
        var plane = new ControlPlane();
        plane.setMetadata(new ObjectMetaBuilder().withName("plane").build());
        world.simulation.add(plane);
        settled();
    }

    private void delete() {
        world.simulation.cluster().take(Ref.of(ControlPlane.class, "openstack", "plane"));
        world.simulation.settle();
    }

    @Test
    void secretsAreInSecretsOnly() {
        settled();
        var secrets = new ArrayList<String>();
        for (var service : List.of("nova", "glance")) {
            secrets.add(world.told(service).get("password"));
            secrets.add(world.told(service).get("application_credential_secret"));
        }
        world.simulation.cluster().snapshot().forEach((name, object) -> {
            if (!"Secret".equals(object.path("kind").asText())) {
                assertThat(object.toString()).as(name).doesNotContain(secrets);
            }
        });
        world.simulation
                .cluster()
                .events()
                .forEach(event -> assertThat(event.message()).doesNotContain(secrets));
    }
}
