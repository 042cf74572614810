package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.LinkedHashMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** In an encrypted plane, whoever is told a file with certificates has the file: without it, the first call to another service fails. */
class TrustMemoryTest {

    private static final String FOLDER = "/etc/c5c3/tls";

    private final Plane plane = new Plane();

    @Test
    void whoIsToldOfCertificatesHasThem() {
        plane.applyOpenStack(
                "{storageBackend: ceph, ceph: {provider: BuiltIn}, tls: {enabled: true},"
                        + " barbican: {enabled: true}, cinder: {enabled: true}, heat: {enabled: true}, horizon: {enabled: true}}");
        plane.simulation.settle();
        var told = new LinkedHashMap<String, Boolean>();
        plane.simulation.cluster().snapshot().forEach((name, object) -> {
            var pod = object.at("/spec/template/spec");
            // Jobs work on the database, and call nobody.
            if (isTold(pod) && !name.contains("/Job/")) {
                told.put(name, has(pod));
            }
        });
        assertThat(told)
                .containsKeys("openstack/Deployment/nova-metadata", "openstack/Deployment/nova-api")
                .allSatisfy((name, has) -> assertThat(has).as(name).isTrue());
    }

    private boolean isTold(JsonNode pod) {
        return StreamSupport.stream(pod.path("volumes").spliterator(), false)
                .map(volume -> volume.at("/configMap/name").asText(""))
                .filter(name -> !name.isEmpty())
                .flatMap(name -> plane.simulation.find(ConfigMap.class, name).stream())
                .flatMap(map -> map.getData().values().stream())
                .anyMatch(text -> text.contains(FOLDER + "/"));
    }

    private static boolean has(JsonNode pod) {
        return StreamSupport.stream(pod.path("containers").spliterator(), false)
                .allMatch(container -> StreamSupport.stream(
                                container.path("volumeMounts").spliterator(), false)
                        .anyMatch(mount -> mount.path("mountPath").asText("").startsWith(FOLDER)));
    }
}
