package io.c5c3.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UpTextTest {
    private static final Instant START = Instant.parse("2026-01-10T12:00:00Z");

    private static Observed plane(String ready) {
        return Observed.of(Documents.parse("""
                apiVersion: c5c3.io/v1alpha1
                kind: ControlPlane
                metadata: {name: identity, namespace: openstack, uid: u}
                status:
                  endpoint: http://keystone:5000/v3
                  conditions: [{type: Ready, status: "%s", reason: R, message: M.}]
                """.formatted(ready), "test").getFirst());
    }

    private static List<Forest.Node> trees(String ready) {
        return Forest.of(List.of(plane(ready))).roots();
    }

    private static String text(List<Text> lines) {
        return lines.stream().map(Text::toString).collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void theFirstTimeItTellsHowToGoOnAndHowLongItTook() {
        var times = new LinkedHashMap<String, Duration>();
        times.put("Kubernetes", Duration.ofMillis(12_300));
        times.put("images", Duration.ofSeconds(75));
        times.put("Infrastructure", Duration.ofSeconds(20));
        assertThat(text(Summary.lines(true, List.of(plane("True")), times, Duration.ofSeconds(130))))
                .isEqualTo("""

                ControlPlane/identity is Ready.
                  keystone     http://keystone:5000/v3
                  Log in       ./c5c3 openstack token issue
                  clouds.yaml  ./c5c3 kubectl -n openstack get secret identity-clouds-yaml -o go-template='{{index .data "clouds.yaml" | base64decode}}'
                  Look around  ./c5c3 status
                  Time         Kubernetes 12.3 s, images 1 min 15 s, Infrastructure 20.0 s; 2 min 10 s in all
                """);
    }

    @Test
    void everyEndpointIsShownAndWhatToDoWithServers() {
        var plane = plane("True").object();
        ((GenericKubernetesResource) plane)
                .setAdditionalProperty(
                        "status",
                        Map.of(
                                "endpoint",
                                "http://keystone:5000/v3",
                                "services",
                                new TreeMap<>(Map.of(
                                        "keystone", Map.of("endpoint", "http://keystone:5000/v3"),
                                        "cinder", Map.of("ready", true),
                                        "nova", Map.of("endpoint", "http://nova:8774")))));
        assertThat(text(Summary.lines(true, List.of(Observed.of(plane)), new LinkedHashMap<>(), Duration.ofSeconds(3))))
                .contains("""
                  keystone     http://keystone:5000/v3
                  nova         http://nova:8774
                  Log in       ./c5c3 openstack token issue
                """)
                .contains("""
                  Servers      ./c5c3 openstack server list
                  Try it       ./c5c3 demo
                """);
    }

    @Test
    void theSecondTimeItSaysThatNothingWasDone() {
        assertThat(text(Summary.lines(false, List.of(plane("True")), new LinkedHashMap<>(), Duration.ofSeconds(3))))
                .startsWith(
                        "\nNothing to do: ControlPlane/identity is Ready, and all below is as it should be (3.0 s).\n")
                .doesNotContain("Time");
    }

    @Test
    void phasesAreTimedFromOneToTheNext() {
        var clock = new PhaseClock();
        clock.observe("", START);
        clock.observe("Infrastructure", START.plusSeconds(1));
        clock.observe("Infrastructure", START.plusSeconds(5));
        clock.observe("Identity", START.plusSeconds(21));
        clock.observe("Blink", START.plusSeconds(30));
        clock.observe("", START.plusSeconds(30));
        assertThat(clock.times()).hasToString("{Infrastructure=PT20S, Identity=PT9S}");
    }

    @Test
    void onlyNewsIsNews() {
        var chronicle = new Chronicle();
        assertThat(chronicle.news(trees("False"))).containsExactly("ControlPlane/identity is Not ready: R: M.");
        assertThat(chronicle.news(trees("False"))).isEmpty();
        assertThat(chronicle.news(trees("True")))
                .containsExactly("ControlPlane/identity is Ready: http://keystone:5000/v3");
    }
}
