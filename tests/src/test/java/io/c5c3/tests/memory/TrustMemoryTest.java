package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In an encrypted plane, whoever is told a file with certificates has the file: without it, the first call to another service fails. */
@Tag("memory")
class TrustMemoryTest {

    private static final String FOLDER = "/etc/c5c3/tls";

    private static final String DATABASE = "/etc/c5c3/database";

    private final Plane plane = new Plane();

    @Test
    void whoIsToldOfCertificatesHasThem() {
        plane.applyOpenStack(
                "{storageBackend: ceph, ceph: {provider: BuiltIn}, tls: {enabled: true}, barbican: {enabled: true},"
                        + " cinder: {enabled: true}, heat: {enabled: true}, horizon: {enabled: true}}");
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

    /** Whoever is told where its database is has the file that the address names; also the Jobs that make its tables. */
    @Test
    void whoIsToldOfADatabaseHasItsAuthority() {
        plane.applyOpenStack(
                "{tls: {enabled: true}, barbican: {enabled: true}, cinder: {enabled: true}, heat: {enabled: true}}");
        plane.simulation.settle();
        var told = new LinkedHashMap<String, Boolean>();
        plane.simulation
                .cluster()
                .snapshot()
                .forEach((name, object) -> containers(object).stream()
                        .filter(TrustMemoryTest::isToldOfADatabase)
                        .forEach(container -> told.put(name, has(container, DATABASE))));
        assertThat(told)
                .containsKeys("openstack/Deployment/nova-conductor", "openstack/Deployment/keystone-api")
                .allSatisfy((name, has) -> assertThat(has).as(name).isTrue());
        plane.simulation.cluster().list(Secret.class, "openstack", Map.of()).stream()
                .filter(secret -> secret.getMetadata().getName().endsWith("-db-connection"))
                .map(secret -> SecretText.decoded(secret.getData()))
                .forEach(values -> {
                    assertThat(values.get("connection")).endsWith("&ssl_ca=" + DATABASE + "/ca.crt");
                    assertThat(values.get("ca.crt")).startsWith("-----BEGIN CERTIFICATE-----");
                });
    }

    /** Those of workloads, and of Jobs that run now and then. */
    private static List<JsonNode> containers(JsonNode object) {
        return Stream.of("/spec/template/spec", "/spec/jobTemplate/spec/template/spec")
                .flatMap(pod ->
                        StreamSupport.stream(object.at(pod).path("containers").spliterator(), false))
                .toList();
    }

    private static boolean isToldOfADatabase(JsonNode container) {
        return StreamSupport.stream(container.path("env").spliterator(), false)
                .anyMatch(variable ->
                        variable.at("/valueFrom/secretKeyRef/name").asText("").endsWith("-db-connection"));
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
                .allMatch(container -> has(container, FOLDER));
    }

    private static boolean has(JsonNode container, String folder) {
        return StreamSupport.stream(container.path("volumeMounts").spliterator(), false)
                .anyMatch(mount -> mount.path("mountPath").asText("").startsWith(folder));
    }
}
