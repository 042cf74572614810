package io.c5c3.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.infrastructure.identity.IdentityDomains.Domain;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A service that makes users by itself, in a domain of its own, and that has two APIs. */
class DomainsTest {

    private static final String NAME = "heat";
    private static final String ADMINISTRATOR = "heat_domain_admin";

    private final CatalogueWorld world = world();

    static CatalogueWorld world() {
        var world = new CatalogueWorld();
        world.entries.clear();
        world.entries.addAll(List.of(CatalogueWorld.HEAT, CatalogueWorld.CFN));
        return world;
    }

    private CatalogueWorld settled() {
        world.simulation.settle();
        assertInOrder(world);
        return world;
    }

    /** Everything is as it should be, and nothing is there twice. */
    static void assertInOrder(CatalogueWorld world) {
        assertThat(world.condition().getMessage()).isEqualTo("Keystone knows in RegionOne: heat, heat-cfn.");
        assertThat(world.keystone.services())
                .extracting(Service::name, Service::type, Service::enabled)
                .containsExactlyInAnyOrder(
                        tuple("heat", "orchestration", true), tuple("heat-cfn", "cloudformation", true));
        assertThat(world.keystone.endpoints())
                .extracting(Endpoint::url)
                .containsExactlyInAnyOrder(
                        "http://heat.openstack.svc:8004/v1/%(project_id)s",
                        "https://heat.example.org/v1/%(project_id)s",
                        "http://heat-cfn.openstack.svc:8000/v1",
                        "https://heat-cfn.example.org/v1");
        assertThat(world.keystone.users()).containsExactly("heat");
        assertThat(world.keystone.domains())
                .extracting(Domain::name, Domain::enabled)
                .containsExactly(tuple(NAME, true));
        assertThat(world.keystone.users(domain(world).id())).contains(ADMINISTRATOR);
        assertThat(world.keystone.domainRoles(ADMINISTRATOR, NAME)).containsExactly("admin");
        assertThat(world.keystone.hasRole("heat_stack_user")).isTrue();
        assertThat(world.entersDomain("heat")).isTrue();
        assertThat(world.entersByCredential("heat")).isTrue();
        assertThat(world.entersByPassword("heat")).isTrue();
    }

    static Domain domain(CatalogueWorld world) {
        return world.keystone.domains().getFirst();
    }

    @Test
    void theServiceIsToldOfItsDomain() {
        settled();
        assertThat(world.told("heat"))
                .containsEntry("domain_name", NAME)
                .containsEntry("domain_admin", ADMINISTRATOR)
                .containsKeys("username", "password", "user_domain_name", "application_credential_id");
        assertThat(world.told("heat").get("domain_admin_password"))
                .hasSizeGreaterThan(30)
                .isNotEqualTo(world.told("heat").get("password"));
        assertThat(world.simulation.find(Secret.class, "heat-cfn-keystone-credentials"))
                .isEmpty();
    }

    @Test
    void whoRulesADomainRulesNoOther() {
        settled();
        assertThat(world.keystone.users()).doesNotContain(ADMINISTRATOR);
        assertThat(world.identity.changes())
                .filteredOn(change -> change.startsWith("grant"))
                .hasSize(2);
    }

    static Stream<Named<Consumer<CatalogueWorld>>> mischief() {
        return Stream.of(
                Named.of("a domain off", world -> world.keystone.disableDomain(NAME)),
                Named.of("another name", world -> world.keystone.put(renamed(domain(world)))),
                Named.of("half of a description", world -> world.keystone.put(halfDescribed(domain(world)))),
                Named.of("a password", world -> world.keystone.password(NAME, ADMINISTRATOR, "other")),
                Named.of("a role less", world -> world.keystone.revokeOnDomain(NAME, ADMINISTRATOR, "admin")),
                Named.of("a domain gone", world -> world.keystone.removeDomain(NAME)),
                Named.of("the password told", world -> world.tell("heat", "domain_admin_password", "")),
                Named.of("the name told", world -> world.tell("heat", "domain_name", "other")),
                Named.of("an address of the second API", world -> world.keystone.put(moved(further(world)))),
                Named.of(
                        "names and types of both APIs",
                        world -> world.keystone
                                .services()
                                .forEach(service -> world.keystone.put(
                                        new Service(service.id(), "x", "y", "z", true, service.marks())))),
                Named.of(
                        "the Secret gone",
                        world -> world.simulation
                                .cluster()
                                .take(Ref.of(Secret.class, "openstack", "heat-keystone-credentials"))));
    }

    private static Domain renamed(Domain domain) {
        return new Domain(domain.id(), "other", domain.description(), true);
    }

    /** Whose it is still stands there, and not of which service. */
    private static Domain halfDescribed(Domain domain) {
        return new Domain(domain.id(), NAME, domain.description().replaceFirst(" and its .*", ""), true);
    }

    private static Endpoint further(CatalogueWorld world) {
        return world.keystone.endpoints().stream()
                .filter(endpoint -> endpoint.url().contains("heat-cfn"))
                .findFirst()
                .orElseThrow();
    }

    private static Endpoint moved(Endpoint endpoint) {
        return new Endpoint(
                endpoint.id(),
                endpoint.service(),
                endpoint.audience(),
                endpoint.region(),
                "http://evil",
                true,
                endpoint.marks());
    }

    @ParameterizedTest
    @MethodSource("mischief")
    void whatWasChangedBehindItsBackIsRepaired(Consumer<CatalogueWorld> mischief) {
        settled();
        mischief.accept(world);
        world.later();
        assertInOrder(world);
        var changes = world.identity.changes().size();
        world.later();
        assertThat(world.identity.changes()).hasSize(changes);
    }

    /** What hangs on an address, such as the signals of guests, finds its own again. */
    @Test
    void twoApisOfOneServiceAreNotTakenForEachOther() {
        settled();
        var before = ids(world);
        world.keystone
                .services()
                .forEach(
                        service -> world.keystone.put(new Service(service.id(), "x", "y", "z", true, service.marks())));
        world.later();
        assertThat(ids(world)).isEqualTo(before);
    }

    private static Map<String, String> ids(CatalogueWorld world) {
        return world.keystone.services().stream().collect(Collectors.toMap(Service::name, Service::id));
    }

    @Test
    void aDomainOfSomebodyElseIsLeftAloneUntilItIsHandedOver() {
        world.keystone.put(new Domain("theirs", NAME, "old", true));
        world.keystone.putUser("theirs", ADMINISTRATOR, "their own", Map.of());
        world.simulation.settle();
        assertThat(world.condition().getReason()).isEqualTo("NameTaken");
        assertThat(world.condition().getMessage())
                .startsWith("The keystone domain heat on Keystone/keystone is there and was not made by any operator")
                .endsWith("kubectl annotate ControlPlane/plane c5c3.io/adopt='keystone-domain/heat'.");
        assertThat(world.entersByCredential("heat")).as("the rest goes on").isTrue();
        world.adopt("keystone-domain/heat");
        world.later();
        assertThat(world.condition().getMessage())
                .startsWith("The keystone user heat_domain_admin on Keystone/keystone is there");
        world.adopt("keystone-domain/heat,keystone-user/heat_domain_admin");
        world.later();
        assertInOrder(world);
        assertThat(domain(world).id()).isEqualTo("theirs");
    }

    @Test
    void aDomainOfAnotherPlaneIsNot() {
        var other = new Owner("openstack.k8s.io", "OpenStackControlPlane", "openstack", "plane", "1-2").text();
        world.keystone.put(new Domain("theirs", NAME, "Made by c5c3 for " + other + " and its heat", true));
        world.deletes = true;
        world.simulation.settle();
        assertThat(world.condition().getMessage()).startsWith("The keystone domain heat on Keystone/keystone belongs");
        delete();
        assertThat(world.keystone.domains()).extracting(Domain::id).containsExactly("theirs");
    }

    /** Stacks that are kept have their users there, and act for the users who made them by trusts of Heat's user. */
    @Test
    void aServiceThatLeavesWithoutItsDataKeepsDomainAndUser() {
        settled();
        var id = domain(world).id();
        world.keystone.putUser(id, "a guest", "pw", Map.of());
        world.entries.clear();
        world.simulation.settle();
        assertThat(world.keystone.services()).isEmpty();
        assertThat(world.keystone.users()).containsExactly("heat");
        assertThat(world.keystone.users(id)).containsExactly("a guest", ADMINISTRATOR);
        assertThat(world.simulation.find(Secret.class, "heat-keystone-credentials"))
                .isEmpty();
        world.entries.addAll(List.of(CatalogueWorld.HEAT, CatalogueWorld.CFN));
        world.simulation.settle();
        world.later();
        assertInOrder(world);
        assertThat(domain(world).id()).isEqualTo(id);
        assertThat(world.keystone.users(id)).containsExactly("a guest", ADMINISTRATOR);
    }

    @Test
    void aServiceThatLeavesWithItsDataTakesThemAlong() {
        settled();
        var id = domain(world).id();
        world.keystone.putUser(id, "a guest", "pw", Map.of());
        world.deletes = true;
        world.entries.clear();
        world.simulation.settle();
        assertThat(world.keystone.domains()).isEmpty();
        assertThat(world.keystone.users(id)).isEmpty();
        assertThat(world.keystone.users()).isEmpty();
    }

    @Test
    void aPlaneThatIsDeletedWithItsDataLeavesNothingBehind() {
        settled();
        world.deletes = true;
        delete();
        assertThat(world.plane()).isEmpty();
        assertThat(world.keystone.domains()).isEmpty();
        assertThat(world.keystone.users()).isEmpty();
        assertThat(world.keystone.services()).isEmpty();
    }

    private void delete() {
        world.simulation.cluster().take(Ref.of(ControlPlane.class, "openstack", "plane"));
        world.simulation.settle();
    }

    /** Somebody who brings a login of their own brings the domain as well. */
    @Test
    void aLoginOfAPersonComesWithADomainOfTheirs() {
        settled();
        var told = world.told("heat");
        world.simulation.cluster().take(Ref.of(Secret.class, "openstack", "heat-keystone-credentials"));
        world.secret(
                "heat-keystone-credentials",
                Map.of(
                        "application_credential_id", told.get("application_credential_id"),
                        "application_credential_secret", told.get("application_credential_secret")));
        world.deletes = true;
        world.later();
        assertThat(world.condition().getReason()).isEqualTo("CatalogueRegistered");
        assertThat(world.told("heat")).hasSize(2);
        assertThat(world.keystone.domains()).hasSize(1);
    }

    @Test
    void thePasswordIsInTheSecretOnly() {
        settled();
        var password = world.told("heat").get("domain_admin_password");
        world.simulation.cluster().snapshot().forEach((name, object) -> {
            if (!"Secret".equals(object.path("kind").asText())) {
                assertThat(object.toString()).as(name).doesNotContain(password);
            }
        });
    }
}
