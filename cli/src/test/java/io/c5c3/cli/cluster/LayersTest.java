package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayersTest {
    @TempDir
    private Path folder;

    @Test
    void aLaterFileChangesFieldsOfAnEarlierOne() throws IOException {
        var objects = Layers.read(List.of(file("a.yaml", """
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: openstack}
                        ---
                        apiVersion: c5c3.io/v1alpha1
                        kind: ControlPlane
                        metadata: {name: ha, namespace: openstack, labels: {tier: production}}
                        spec:
                          infrastructure: {mariadb: {replicas: 3, storageSize: 50Gi, storageClass: ceph}}
                          services: {keystone: {replicas: 3, tolerations: [a, b]}}
                        """), file("b.yaml", """
                        apiVersion: c5c3.io/v1alpha1
                        kind: ControlPlane
                        metadata: {name: ha, namespace: openstack}
                        spec:
                          infrastructure: {mariadb: {storageSize: 1Gi, storageClass: null}}
                          services: {keystone: {tolerations: [c]}}
                        ---
                        apiVersion: v1
                        kind: Secret
                        metadata: {name: more, namespace: openstack}
                        """)));

        assertThat(objects)
                .extracting(GenericKubernetesResource::getKind)
                .containsExactly("Namespace", "ControlPlane", "Secret");
        assertThat(objects.get(1).getMetadata().getLabels()).containsEntry("tier", "production");
        assertThat(objects.get(1).<Object>get("spec"))
                .hasToString("{infrastructure={mariadb={replicas=3, storageSize=1Gi}},"
                        + " services={keystone={replicas=3, tolerations=[c]}}}");
    }

    @Test
    void whatOnlyLooksAlikeStaysApart() throws IOException {
        var one = file("a.yaml", "{apiVersion: v1, kind: Secret, metadata: {name: x, namespace: a}}");
        var other = file("b.yaml", "{apiVersion: v1, kind: Secret, metadata: {name: x, namespace: b}}");
        assertThat(Layers.read(List.of(one, other))).hasSize(2);
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        assertThatThrownBy(() -> Layers.read(List.of(Path.of("nowhere.yaml"))))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("nowhere.yaml does not exist");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
