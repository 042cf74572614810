package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentsTest {

    @Test
    void scalarsMeanWhatTheyMeanToKubectl() {
        var object = Documents.parse("""
                apiVersion: v1
                kind: X
                metadata: {name: x, annotations: &notes {a: "1"}}
                spec: {mode: 0644, enabled: yes, date: 2026-01-10, time: 12:30:45, size: 10Mi, half: 0.5, none: ~, again: *notes}
                """, "test").getFirst();
        assertThat(object.<Object>get("spec"))
                .hasToString(
                        "{mode=420, enabled=true, date=2026-01-10, time=12:30:45, size=10Mi, half=0.5, none=null, again={a=1}}");
    }

    @Test
    void listsAndEmptyDocumentsAreOpenedUp() {
        var objects = Documents.parse("""
                ---
                # nothing here
                ---
                apiVersion: v1
                kind: List
                items:
                  - {apiVersion: v1, kind: A, metadata: {name: a}}
                  - {apiVersion: v1, kind: B, metadata: {name: b}}
                """, "test");
        assertThat(objects).extracting(object -> object.getKind()).isEqualTo(List.of("A", "B"));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> Documents.parse("a: [1", "plane.yaml"))
                .hasMessageStartingWith("plane.yaml is not YAML: ");
        assertThatThrownBy(() -> Documents.parse("just words", "plane.yaml"))
                .hasMessage(
                        "plane.yaml holds text that is no Kubernetes object: each needs apiVersion, kind and metadata.name.");
        assertThatThrownBy(() -> Documents.parse("{apiVersion: v1, kind: A}", "plane.yaml"))
                .hasMessage(
                        "plane.yaml holds an object without a name: each needs apiVersion, kind and metadata.name.");
        assertThatThrownBy(() -> Documents.read(Path.of("nowhere.yaml")))
                .hasMessage("nowhere.yaml does not exist. samples/ has files to start from.");
    }

    @Test
    void theSampleIsANamespaceAndAPlane() {
        var sample = Documents.read(Path.of("../samples/identity.yaml"));
        assertThat(sample).extracting(object -> object.getKind()).containsExactly("Namespace", "ControlPlane");
        assertThat(sample).extracting(Kind::isOurs).containsExactly(false, true);
    }
}
