package io.c5c3.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills the operator at every single write, to the cluster and to Keystone, before and after it: whoever comes next finds its way, and no
 * password is made again and no application credential made twice.
 */
class CatalogueCrashTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayIntoKeystone(boolean afterwards) {
        everywhere(14, afterwards, world -> {}, world -> {}, world -> {
            CatalogueStepTest.assertInOrder(world);
            assertThat(world.keystone.credentials("nova")).hasSize(1);
            assertThat(world.keystone.credentials("glance")).hasSize(1);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayToAnotherCredential(boolean afterwards) {
        everywhere(
                3,
                afterwards,
                world -> world.simulation.settle(),
                world -> world.keystone.removeCredential(
                        world.keystone.credentials("nova").getFirst()),
                world -> {
                    CatalogueStepTest.assertInOrder(world);
                    assertThat(world.keystone.credentials("nova")).hasSize(1);
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayToFewerRoles(boolean afterwards) {
        everywhere(
                4,
                afterwards,
                world -> {
                    world.entries.set(1, CatalogueWorld.MIGHTY_GLANCE);
                    world.simulation.settle();
                },
                world -> world.entries.set(1, CatalogueWorld.GLANCE),
                CatalogueStepTest::assertInOrder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayOut(boolean afterwards) {
        everywhere(
                3,
                afterwards,
                world -> world.simulation.settle(),
                world -> world.entries.remove(CatalogueWorld.NOVA),
                world -> {
                    assertThat(world.keystone.services())
                            .extracting(Service::name)
                            .containsExactly("glance");
                    assertThat(world.keystone.endpoints()).hasSize(2);
                    assertThat(world.keystone.users()).containsExactly("glance");
                    assertThat(world.simulation.find(Secret.class, "nova-keystone-credentials"))
                            .isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayToADomain(boolean afterwards) {
        everywhere(14, afterwards, world -> {}, CatalogueCrashTest::toHeat, DomainsTest::assertInOrder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheWayOutWithADomain(boolean afterwards) {
        everywhere(
                5,
                afterwards,
                world -> {
                    toHeat(world);
                    world.simulation.settle();
                },
                world -> {
                    world.entries.clear();
                    world.deletes = true;
                },
                world -> {
                    assertThat(world.keystone.services()).isEmpty();
                    assertThat(world.keystone.domains()).isEmpty();
                    assertThat(world.keystone.users()).isEmpty();
                });
    }

    private static void toHeat(CatalogueWorld world) {
        world.entries.clear();
        world.entries.addAll(List.of(CatalogueWorld.HEAT, CatalogueWorld.CFN));
    }

    /** @param least so many writes there must be, or the test tests nothing */
    private static void everywhere(
            int least,
            boolean afterwards,
            Consumer<CatalogueWorld> before,
            Consumer<CatalogueWorld> change,
            Consumer<CatalogueWorld> inOrder) {
        var fatal = 1;
        while (survives(fatal, afterwards, before, change, inOrder)) {
            fatal++;
        }
        assertThat(fatal).as("writes on the way").isGreaterThan(least);
    }

    /** Returns whether there was such a write at all. */
    private static boolean survives(
            int fatal,
            boolean afterwards,
            Consumer<CatalogueWorld> before,
            Consumer<CatalogueWorld> change,
            Consumer<CatalogueWorld> inOrder) {
        var world = new CatalogueWorld();
        before.accept(world);
        change.accept(world);
        var killer = new Killer(fatal, afterwards);
        world.simulation.cluster().interfere(killer);
        world.identity.interfere(killer);
        untilSettled(world);
        inOrder.accept(world);
        // What is left to do, such as taking old credentials away, comes after the time that is given to pods.
        world.simulation.clock().advance(Duration.ofHours(1));
        untilSettled(world);
        inOrder.accept(world);
        for (var entry : world.entries.stream().filter(CatalogueEntry::logsIn).toList()) {
            assertThat(world.keystone.credentials(entry.user()))
                    .as("write %s", fatal)
                    .containsExactly(world.told(entry.name()).get("application_credential_id"));
        }
        var changes = world.identity.changes().size();
        world.later();
        assertThat(world.identity.changes()).hasSize(changes);
        return killer.left <= 0;
    }

    private static void untilSettled(CatalogueWorld world) {
        try {
            world.later();
        } catch (Killed e) {
            var passwords = passwords(world);
            world.restart();
            world.simulation.settle();
            assertThat(passwords(world)).containsAllEntriesOf(kept(passwords, world));
        }
    }

    private static Map<String, String> passwords(CatalogueWorld world) {
        var passwords = new TreeMap<String, String>();
        for (var service : List.of("nova", "glance", "heat")) {
            if (world.simulation
                    .find(Secret.class, service + "-keystone-credentials")
                    .isPresent()) {
                passwords.put(
                        service,
                        world.told(service).get("password")
                                + world.told(service).getOrDefault("domain_admin_password", ""));
            }
        }
        return passwords;
    }

    /** Of these passwords, those of services that are still wanted. */
    private static Map<String, String> kept(Map<String, String> passwords, CatalogueWorld world) {
        var kept = new TreeMap<>(passwords);
        kept.keySet().retainAll(world.entries.stream().map(CatalogueEntry::name).toList());
        return kept;
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Killer implements MemoryCluster.Interference {
        private final boolean afterwards;
        private int left;

        Killer(int fatal, boolean afterwards) {
            this.left = fatal;
            this.afterwards = afterwards;
        }

        @Override
        public void before(String write) {
            left--;
            if (left == 0 && !afterwards) {
                throw new Killed();
            }
        }

        @Override
        public void after(String write) {
            if (left == 0 && afterwards) {
                throw new Killed();
            }
        }
    }
}
