package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.tests.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cloud of three nodes under blows, with a client that uses it all the while: nothing that was acknowledged is lost, and it heals without a
 * hand. {@code ./mvnw verify -Pha}; {@code -Dha.rounds=} how many (30), {@code -Dha.seed=} which (the table names it), {@code -Dha.planes=} files
 * to lay over each other instead of an identity plane, {@code -Dha.blows=} which kinds of blows instead of all.
 */
class HaProof {

    private static final int ROUNDS = Integer.getInteger("ha.rounds", 30);
    private static final long SEED = Long.getLong("ha.seed", 20_260_101L);

    @RegisterExtension
    static final Stage STAGE = new Stage("ha");

    @TempDir
    private static Path folder;

    @Test
    void nothingThatWasAcknowledgedIsLost() throws IOException {
        var words = new ArrayList<>(List.of("--nodes", "3"));
        for (var file : files()) {
            words.addAll(List.of("-f", file));
        }
        STAGE.up(words.toArray(String[]::new));
        var chance = new Random(SEED);
        var blows = blows();
        try (var siege = new Siege(STAGE, chance)) {
            try {
                while (siege.rounds().size() < ROUNDS) {
                    siege.strike(blows.get(chance.nextInt(blows.size())));
                }
            } finally {
                report(siege);
            }
            assertThat(siege.rounds())
                    .allSatisfy(round -> assertThat(round.lost()).isZero());
        }
    }

    private static List<Blow> blows() {
        var named = System.getProperty("ha.blows", "");
        return named.isEmpty()
                ? List.of(Blow.values())
                : Stream.of(named.split(",")).map(Blow::valueOf).toList();
    }

    private static List<String> files() throws IOException {
        var given = System.getProperty("ha.planes", "");
        return given.isEmpty()
                ? ThreeNodesSystemTest.files(folder)
                : Stream.of(given.split(","))
                        .map(name -> Repository.file(name).toString())
                        .toList();
    }

    private static void report(Siege siege) throws IOException {
        var lines = new ArrayList<>(List.of(
                siege.rounds().size() + " rounds, `-Dha.seed=" + SEED + "`: "
                        + siege.ledger().logins() + " logins, "
                        + siege.ledger().acknowledged().size() + " writes acknowledged. Seconds.",
                ""));
        lines.addAll(Siege.Round.HEADER);
        siege.rounds().stream().map(Siege.Round::row).forEach(lines::add);
        lines.forEach(System.out::println);
        Files.write(Repository.file("tests/target/ha.md"), lines);
    }
}
