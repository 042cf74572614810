package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.local.Command;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import io.c5c3.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a person types who has a clone and {@code kubectl}, and nothing else. */
@ExtendWith(ApiServer.class)
class PlainApplyApiServerTest {

    private static String kubectl(String... words) {
        return Command.of(Tools.find("kubectl", Progress.lines(System.out)).toString())
                .and("--kubeconfig", ApiServer.cluster().kubeconfig().toString())
                .and(words)
                .run();
    }

    /** Lines end where the terminal does. */
    private static String explained(String field) {
        return kubectl("explain", field).replaceAll("\\s+", " ");
    }

    @Test
    void everyDefinitionAndTheBundleCanBeApplied() {
        var crds = Repository.file("packaging/crds");
        var applied = kubectl(
                "apply",
                "-f",
                crds.toString(),
                "-f",
                Repository.file("packaging/bundle.yaml").toString());
        assertThat(applied)
                .contains("customresourcedefinition.apiextensions.k8s.io/controlplanes.c5c3.io")
                .contains("deployment.apps/c5c3-operator");
        assertThat(applied.lines().filter(line -> line.startsWith("customresourcedefinition")))
                .hasSameSizeAs(crds.toFile().list());
    }

    @Test
    void definitionsExplainThemselves() {
        assertThat(explained("controlplane.spec.services.nova"))
                .contains("The compute service: servers, cells, consoles, and the agents on hypervisors.")
                .contains("Whether the plane has the service.");
        assertThat(explained("keystone.spec.deployment")).contains("tolerations", "kubectl explain pod.spec");
    }

    @Test
    void onePlaceListsEverything() {
        assertThat(kubectl("api-resources", "--categories=c5c3", "--output=name")
                        .lines())
                .hasSameSizeAs(Repository.file("packaging/crds").toFile().list());
    }
}
