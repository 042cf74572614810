package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.app.Catalogue;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code kubectl get} prints: the columns in the order in which a person reads them. */
@ExtendWith(ApiServer.class)
class ColumnsApiServerTest {

    static Stream<Class<? extends HasMetadata>> kinds() {
        return Catalogue.all().stream().map(blueprint -> blueprint.kind());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aTableBeginsWithReadyAndEndsWithTheSentence(Class<? extends HasMetadata> kind) {
        assertThat(columns(kind)).startsWith("Name", "Ready").endsWith("Message", "Age");
    }

    @Test
    void aPlaneShowsHowFarItIs() {
        assertThat(columns(ControlPlane.class))
                .containsExactly("Name", "Ready", "Phase", "Progress", "Endpoint", "Message", "Age");
    }

    private static List<String> columns(Class<? extends HasMetadata> kind) {
        var http = ApiServer.client().getHttpClient();
        var table = http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(ApiServer.client().getMasterUrl() + "apis/" + HasMetadata.getApiVersion(kind) + "/"
                                        + HasMetadata.getPlural(kind))
                                .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                                .build(),
                        String.class)
                .join();
        List<Map<String, Object>> columns = Serialization.unmarshal(table.body(), GenericKubernetesResource.class)
                .get("columnDefinitions");
        return columns.stream()
                .map(column -> String.valueOf(column.get("name")))
                .toList();
    }
}
