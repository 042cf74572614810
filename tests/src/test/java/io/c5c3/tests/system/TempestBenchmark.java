package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Json;
import io.c5c3.tests.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * OpenStack's own tests over everything the core cloud has: {@code -Dtempest.tests=} smoke (a quarter of an hour, unless told otherwise),
 * interop (what the guideline 2020.06 requires of a cloud that has servers: half an hour), everything (hours), or an expression that is
 * found in the names of tests. Prints the table of what was skipped, by reason.
 */
class TempestBenchmark {

    @RegisterExtension
    static final Stage STAGE = new Stage("tempest");

    @TempDir
    private static Path folder;

    @Test
    void nothingIsFoundWrong() throws IOException {
        var plane = Files.writeString(
                folder.resolve("tested.yaml"),
                Files.readString(Repository.file("samples/core.yaml")) + "  tempest: "
                        + Json.MAPPER.writeValueAsString(Map.of("enabled", true, "tests", chosen())) + "\n");
        STAGE.up("-f", plane.toString());
        var run = STAGE.cli().run("tempest", "run", "--plain");
        System.out.println(run.both());
        var fetched = STAGE.cli().run("tempest", "report", "--to", folder.toString());
        assertThat(fetched.exitCode()).as(fetched.both()).isZero();
        var report = TempestReport.of(folder.resolve("report.xml"));
        System.out.println(report.table());
        assertThat(report.failed()).as(run.both()).isEmpty();
        assertThat(run.exitCode()).as(run.both()).isZero();
    }

    private static Map<String, Object> chosen() throws IOException {
        var choice = System.getProperty("tempest.tests", "smoke");
        return switch (choice) {
            case "smoke" -> Map.of("guestAccess", true, "concurrency", 2, "smoke", true);
            case "interop" -> Map.of("guestAccess", true, "concurrency", 2, "includeList", required());
            case "everything" -> Map.of("guestAccess", true, "concurrency", 2, "timeoutMinutes", 600);
            default -> Map.of("guestAccess", true, "concurrency", 2, "includeRegex", choice, "timeoutMinutes", 600);
        };
    }

    /** The guideline knows tests by ids, which stay when tests are renamed. */
    private static List<String> required() throws IOException {
        try (var ids = TempestBenchmark.class.getResourceAsStream("interop-2020.06-compute.txt")) {
            return new String(Objects.requireNonNull(ids).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
