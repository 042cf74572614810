package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Blueprint;
import io.c5c3.tests.Kinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a person writes into a field that the definition admits: the resource can be read, it says in words of a person how it stands,
 * and it can be deleted, with all that was made for it. Some fields with one value each; with -Dfuzz.everything=true all fields with all
 * values, which takes hours, with -Dfuzz.kinds=Nova,Cinder only of some kinds. Another -Dfuzz.seed is another choice.
 */
@Tag("memory")
class HostileSpecMemoryTest {

    private static final boolean EVERYTHING = Boolean.getBoolean("fuzz.everything");
    private static final long SEED = Long.getLong("fuzz.seed", 1);

    /** What is nearer to the spec is read by our own code; what is deep in it mostly goes into a pod as it is. */
    private static final int NEAR = 3;

    private static final int MOST_NEAR = Integer.getInteger("fuzz.near", 12);
    private static final int MOST_DEEP = Integer.getInteger("fuzz.deep", 24);
    private static final int TOGETHER = 256;

    private static Plane stage;

    static Stream<Blueprint<?>> blueprints() {
        var kinds = List.of(System.getProperty("fuzz.kinds", "").split(","));
        return Kinds.once()
                .filter(blueprint -> kinds.contains("") || kinds.contains(HasMetadata.getKind(blueprint.kind())));
    }

    /** All kinds have the same neighbours; a plane makes its own. */
    private static Plane stage(Class<? extends HasMetadata> kind) {
        if (Kinds.isPlane(kind)) {
            return new Plane();
        }
        if (stage == null) {
            stage = new Plane();
            SamplesMemoryTest.addAll(stage);
        }
        return stage;
    }

    @AfterAll
    static void forget() {
        stage = null;
    }

    @ParameterizedTest
    @MethodSource("blueprints")
    void whateverASpecSaysThereIsAConditionAndDeletionEnds(Blueprint<?> blueprint) {
        var kind = blueprint.kind();
        try (var trial = new HostileTrial<>(stage(kind), kind)) {
            var search = new HostileSearch(trial);
            for (var round : rounds(HostileValues.of(Schema.of(kind)))) {
                for (var from = 0; from < round.size(); from += TOGETHER) {
                    search.in(round.subList(from, Math.min(round.size(), from + TOGETHER)));
                }
            }
            System.out.println(HasMetadata.getKind(kind) + ": " + search);
            assertThat(search.faults()).as("with -Dfuzz.seed=%d", SEED).isEmpty();
        }
    }

    /** Changes that can be made together, since each is of another field. */
    private static List<List<Change>> rounds(List<HostileValues.Field> fields) {
        var random = new Random(SEED);
        var chosen = EVERYTHING ? fields : some(fields, random);
        var rounds = new ArrayList<List<Change>>();
        for (var field : chosen) {
            var values = new ArrayList<>(field.values());
            Collections.shuffle(values, random);
            for (var i = 0; i < (EVERYTHING ? values.size() : 1); i++) {
                if (rounds.size() == i) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(i).add(new Change(field.path(), values.get(i)));
            }
        }
        return rounds;
    }

    private static List<HostileValues.Field> some(List<HostileValues.Field> fields, Random random) {
        var shuffled = new ArrayList<>(fields);
        Collections.shuffle(shuffled, random);
        return Stream.concat(
                        shuffled.stream().filter(field -> near(field)).limit(MOST_NEAR),
                        shuffled.stream().filter(field -> !near(field)).limit(MOST_DEEP))
                .toList();
    }

    private static boolean near(HostileValues.Field field) {
        return field.path().size() <= NEAR;
    }
}
