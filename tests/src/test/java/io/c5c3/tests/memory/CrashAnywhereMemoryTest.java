package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.engine.cluster.Interfered;
import io.c5c3.tests.Kinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kill the process at any single write on any port, or let that write fail, and start again as a process that remembers nothing: the same
 * fixed point is reached, nothing that was generated is generated again, nobody else owns anything, and no Job runs twice. In bring-up,
 * change and deletion, of every kind there is.
 *
 * <p>Kinds that stand on nothing are killed after every write. For the others and for planes that would take too long: they meet every
 * fault at some writes, or, with {@code -Dcrash.everywhere=true}, at all, which takes many hours, with {@code -Dcrash.lives=Nova,large}
 * only those whose names begin so; {@code -Dcrash.seed=N} chooses other writes. The largest plane is only among them when everything is.
 */
@Tag("memory")
class CrashAnywhereMemoryTest {

    private static final boolean EVERYWHERE = Boolean.getBoolean("crash.everywhere");
    private static final long SEED = Long.getLong("crash.seed", 10);
    private static final List<String> NAMES =
            List.of(System.getProperty("crash.lives", "").split(","));

    static Stream<Life> kinds() {
        return KindLives.all().stream().filter(CrashAnywhereMemoryTest::chosen);
    }

    static Stream<Life> planes() {
        return allPlanes().filter(CrashAnywhereMemoryTest::chosen);
    }

    private static boolean chosen(Life life) {
        return NAMES.stream().anyMatch(life.name()::startsWith);
    }

    private static Stream<Life> allPlanes() {
        return Stream.of(DeletionPolicy.values())
                .flatMap(policy -> EVERYWHERE
                        ? Stream.of(Lives.small(policy), Lives.openStack(policy), Lives.large(policy))
                        : Stream.of(Lives.small(policy), Lives.openStack(policy)));
    }

    /** A kind that comes later is not forgotten here. */
    @Test
    void everyKindIsAmongThem() {
        var covered = new TreeSet<String>();
        Stream.concat(KindLives.all().stream(), allPlanes()).forEach(life -> covered.addAll(life.kinds()));
        assertThat(Kinds.once())
                .allSatisfy(blueprint -> assertThat(covered).contains(HasMetadata.getKind(blueprint.kind())));
    }

    @Test
    void everyPortFailsInItsOwnWords() {
        assertThat(new Plane().ports.all(Interfered.class))
                .hasSizeGreaterThan(5)
                .allSatisfy(world -> assertThat(Fault.failure(world, 0)).isNotNull());
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("kinds")
    void oneKind(Life life) {
        var trial = new CrashTrial(life);
        disturb(life, trial);
        if (!EVERYWHERE && !life.again()) {
            everywhere(trial, Fault.KILLED_AFTER);
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("planes")
    void aWholePlane(Life life) {
        disturb(life, new CrashTrial(life));
    }

    private static void disturb(Life life, CrashTrial trial) {
        if (EVERYWHERE) {
            everywhere(trial, Fault.values());
            System.out.printf("%s: %d faults at each of the writes %s%n", life, Fault.values().length, trial.writes());
        } else {
            somewhere(life, trial);
        }
    }

    private static void everywhere(CrashTrial trial, Fault... faults) {
        for (var at = 1; at <= Collections.max(trial.writes()); at++) {
            for (var fault : faults) {
                trial.run(fault, at);
            }
        }
    }

    static void somewhere(Life life, CrashTrial trial) {
        var random = new Random(SEED + life.name().hashCode());
        for (var fault : Fault.values()) {
            var at = new ArrayList<Integer>();
            trial.writes().forEach(writes -> at.add(1 + random.nextInt(Math.max(1, writes))));
            System.out.printf("%s, seed %d: %s at the writes %s of %s%n", life, SEED, fault, at, trial.writes());
            trial.run(fault, at);
        }
    }
}
