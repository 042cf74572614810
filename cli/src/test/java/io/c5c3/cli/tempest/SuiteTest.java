package io.c5c3.cli.tempest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.plane.Observed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuiteTest {

    private static List<Observed> tempests(String... names) {
        return Stream.of(names)
                .map(name -> name.split("/", -1))
                .map(parts -> Documents.parse("""
                        apiVersion: tempest.openstack.c5c3.io/v1alpha1
                        kind: Tempest
                        metadata: {namespace: %s, name: %s}
                        """.formatted(parts[0], parts[1]), "test")
                        .getFirst())
                .map(Observed::of)
                .toList();
    }

    private static Observed chosen(List<Observed> all, String name, String namespace) {
        return Suite.choose(
                all,
                Optional.of(name).filter(text -> !text.isEmpty()),
                Optional.of(namespace).filter(text -> !text.isEmpty()));
    }

    @Test
    void theOnlyOneNeedsNoName() {
        assertThat(chosen(tempests("a/tempest"), "", "").name()).isEqualTo("tempest");
    }

    @Test
    void whereThereAreSeveralTheyAreNamed() {
        var all = tempests("a/tempest", "b/tempest", "b/smoke");
        assertThat(chosen(all, "smoke", "").namespace()).isEqualTo("b");
        assertThat(chosen(all, "tempest", "a").namespace()).isEqualTo("a");
        assertThatThrownBy(() -> chosen(all, "", ""))
                .hasMessageContaining(
                        "tempest in the namespace a, tempest in the namespace b, smoke in the namespace b");
        assertThatThrownBy(() -> chosen(all, "tempest", ""))
                .hasMessage("There are several: tempest in the namespace a, tempest in the namespace b."
                        + " Say which: its name, and -n NAMESPACE where that is not enough.");
        assertThatThrownBy(() -> chosen(all, "nightly", ""))
                .hasMessageStartingWith("There is no such Tempest. There is: ");
    }

    @Test
    void whereThereIsNoneItIsToldWhatToWrite() {
        assertThatThrownBy(() -> chosen(List.of(), "", "")).hasMessageContaining("samples/tempest.yaml");
    }

    @Test
    void aRunIsUnderWayUntilTheStatusAnswersTheRequest() {
        assertThat(TestRun.underWay(asked("", ""))).isFalse();
        assertThat(TestRun.underWay(asked("now", ""))).isTrue();
        assertThat(TestRun.underWay(asked("now", "before"))).isTrue();
        assertThat(TestRun.underWay(asked("now", "now"))).isFalse();
    }

    private static Observed asked(String request, String answered) {
        return Observed.of(
                Documents.parse("""
                        apiVersion: tempest.openstack.c5c3.io/v1alpha1
                        kind: Tempest
                        metadata: {name: tempest, annotations: {tempest.openstack.c5c3.io/run: "%s"}}
                        status: {lastRequest: "%s"}
                        """.formatted(request, answered), "test").getFirst());
    }
}
