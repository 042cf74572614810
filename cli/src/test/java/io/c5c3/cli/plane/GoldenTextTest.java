package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Text;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people read, byte for byte. */
class GoldenTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"ready", "crashing", "waiting", "imageless"})
    void statusShowsResourcesAsTrees(String name) {
        var cluster = Fixture.of(name);
        cluster.says(
                "status.txt", StatusText.at(Fixture.NOW).with(Fixture.IMAGES).lines(Forest.of(cluster.resources())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "crashing", "waiting", "imageless"})
    void statusSaysTheSameToPrograms(String name) {
        var cluster = Fixture.of(name);
        cluster.says("status.json", StatusJson.of(Forest.of(cluster.resources())) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "crashing", "waiting", "imageless"})
    void whyFollowsCausesDownToThePods(String name) {
        var cluster = Fixture.of(name);
        var lines = new ArrayList<Text>();
        for (var root : Forest.of(cluster.resources()).roots()) {
            var cause = new Why(cluster, Fixture.NOW).of(root.resource());
            lines.addAll(CauseText.lines(cause, Integer.MAX_VALUE));
        }
        cluster.says("why.txt", lines);
    }

    @Test
    void whyWrapsLongSentencesOnATerminal() {
        var cluster = Fixture.of("crashing");
        var cause = new Why(cluster, Fixture.NOW).of(cluster.resource("ControlPlane/identity"));
        cluster.says("why-narrow.txt", CauseText.lines(cause, 60));
    }

    @Test
    void whyExplainsWhatRunsByItself() {
        var cluster = Fixture.of("crashing");
        var cause = new Why(cluster, Fixture.NOW).of(cluster.workloads().getFirst());
        cluster.says("why-workload.txt", CauseText.lines(cause, Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "crashing"})
    void timelineTellsWhatHappenedInOrder(String name) {
        var cluster = Fixture.of(name);
        var plane = Forest.of(cluster.resources()).planes().getFirst();
        cluster.says("timeline.txt", Timeline.of(plane, cluster.events()).lines());
    }

    @Test
    void upShowsHowLongEachResourceTakes() {
        var cluster = Fixture.of("ready");
        var start = Instant.parse("2026-01-10T12:00:05Z");
        var trees = Forest.of(cluster.resources()).roots();
        cluster.says("up.txt", StatusText.since(start, Fixture.NOW).lines(trees, false));
    }
}
