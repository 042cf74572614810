package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the operators cost while nothing happens: looks, processor time and memory beside a core cloud that is Ready. Takes a quarter of an hour. */
class RestBenchmark {

    private static final int MINUTES = Integer.getInteger("minutes", 6);
    private static final double TICKS_PER_SECOND = 100;

    @RegisterExtension
    static final Stage STAGE = new Stage("rest");

    /** What has been counted so far. */
    private record Reading(double looks, double processorSeconds, long residentMiB, int restarts) {}

    @Test
    void restCostsLittle() throws IOException {
        STAGE.up();
        var client = STAGE.connect();
        var before = read(client);
        for (var minute = 1; minute <= MINUTES; minute++) {
            await().pollDelay(Duration.ofMinutes(1))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> true);
            var now = read(client);
            System.out.printf(
                    "minute %d: %.0f looks, %.2f s of processor time, %d MiB resident, %d restarts%n",
                    minute,
                    now.looks() - before.looks(),
                    now.processorSeconds() - before.processorSeconds(),
                    now.residentMiB(),
                    now.restarts());
            assertThat(now.looks()).isGreaterThan(before.looks());
            before = now;
        }
    }

    private static Reading read(KubernetesClient client) throws IOException {
        var pod = client.pods().inNamespace("c5c3-system").list().getItems().getFirst();
        var metrics = client.raw(
                "/api/v1/namespaces/c5c3-system/pods/" + pod.getMetadata().getName() + ":8080/proxy/metrics");
        var looks = metrics.lines()
                .filter(line -> line.startsWith("c5c3_looks_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        long pid = STAGE.cli().operatorPids().getFirst();
        // After the name of the program, which may have blanks in it: the state, ten numbers, time as user and as
        // system.
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new Reading(
                looks,
                (Double.parseDouble(fields[11]) + Double.parseDouble(fields[12])) / TICKS_PER_SECOND,
                BringUp.resident(pid),
                pod.getStatus().getContainerStatuses().getFirst().getRestartCount());
    }
}
