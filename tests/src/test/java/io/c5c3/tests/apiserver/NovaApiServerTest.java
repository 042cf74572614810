package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server makes of a Nova and of its agents: defaults, refusals, and changes that cannot be. */
@ExtendWith(ApiServer.class)
class NovaApiServerTest {

    private static String namespace;

    @BeforeAll
    static void namespace() {
        namespace = ApiServer.namespace();
    }

    private static GenericKubernetesResource resource(String kind, String name, String spec) {
        return Serialization.unmarshal("""
                apiVersion: nova.openstack.c5c3.io/v1alpha1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(kind, name, namespace, spec), GenericKubernetesResource.class);
    }

    private static void create(GenericKubernetesResource resource) {
        ApiServer.client()
                .resource(resource)
                .fieldValidation(FieldValidateable.Validation.STRICT)
                .create();
    }

    @Test
    void nothingNeedBeWritten() {
        create(resource("Nova", "defaults", "{}"));
        var nova = ApiServer.client()
                .resources(Nova.class)
                .inNamespace(namespace)
                .withName("defaults")
                .get()
                .getSpec();
        assertThat(nova.cells()).extracting(Nova.Cell::name).containsExactly("cell1");
        assertThat(nova.database().apiDatabase()).isEqualTo("nova_api");
        create(resource("NovaCompute", "defaults", "{}"));
        var agents = ApiServer.client()
                .resources(NovaCompute.class)
                .inNamespace(namespace)
                .withName("defaults")
                .get()
                .getSpec();
        assertThat(agents.nodeSelector()).isEqualTo(Map.of(NovaCompute.HYPERVISOR, ""));
        assertThat(agents.virtType()).isEqualTo(NovaCompute.VirtType.Auto);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Nova        | {cells: [{name: a}, {name: a}]}     | cells must have names of their own",
                "Nova        | {cells: [{name: cell0}]}            | give the cell another name",
                "Nova        | {cells: [{name: Cell}]}             | should match",
                "Nova        | {cells: [{}]}                       | Required value",
                "Nova        | {cels: []}                          | unknown field \"spec.cels\"",
                "Nova        | {scheduler: {externalScheduler: {enabled: true}}} | endpoint must be written",
                "Nova        | {scheduler: {externalScheduler: {endpoint: cortex}}} | should match",
                "Nova        | {database: {clusterRef: {name: a}, host: b}} | write either database.clusterRef",
                "Nova        | {messaging: {clusterRef: {name: a}, hosts: ['b:1']}} | write either messaging.clusterRef",
                "Nova        | {purge: {schedule: nightly}}        | purge.schedule must be five cron fields",
                "NovaCompute | {virtType: xen}                     | Unsupported value: \"xen\"",
                "NovaCompute | {cell: 'no cell'}                   | should match"
            })
    void mistakesAreRefusedWithASentence(String kind, String spec, String sentence) {
        var fault = catchThrowableOfType(KubernetesClientException.class, () -> create(resource(kind, "bad", spec)));
        assertThat(fault).as(spec).isNotNull();
        assertThat(fault.getMessage()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Nova        | first | {cells: [{name: a}, {name: b}]} | {cells: [{name: b}, {name: a}]} | stays the first",
                "Nova        | names | {}                              | {database: {database: other}}   | names of the databases cannot be changed",
                "NovaCompute | moved | {cell: a}                       | {cell: b}                       | cell cannot be changed"
            })
    void someChangesCannotBe(String kind, String name, String before, String after, String sentence) {
        create(resource(kind, name, before));
        var fault = catchThrowableOfType(
                KubernetesClientException.class,
                () -> ApiServer.client().resource(resource(kind, name, after)).update());
        assertThat(fault).isNotNull();
        assertThat(fault.getMessage()).contains(sentence);
    }

    @Test
    void cellsComeAndGo() {
        create(resource("Nova", "cells", "{cells: [{name: a}]}"));
        ApiServer.client()
                .resource(resource("Nova", "cells", "{cells: [{name: a}, {name: b}]}"))
                .update();
        ApiServer.client()
                .resource(resource("Nova", "cells", "{cells: [{name: a}]}"))
                .update();
    }
}
