package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server makes of a RabbitMQ: defaults, refusals, and changes that cannot be. */
@ExtendWith(ApiServer.class)
class RabbitMQApiServerTest {

    private static String namespace;

    @BeforeAll
    static void namespace() {
        namespace = ApiServer.namespace();
    }

    private static GenericKubernetesResource rabbitmq(String name, String spec) {
        return Serialization.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: RabbitMQ
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, namespace, spec), GenericKubernetesResource.class);
    }

    private static void create(GenericKubernetesResource resource) {
        ApiServer.client()
                .resource(resource)
                .fieldValidation(FieldValidateable.Validation.STRICT)
                .create();
    }

    @Test
    void theSampleIsAccepted() throws IOException {
        var sample = Serialization.unmarshal(
                Files.readString(Repository.file("samples/rabbitmq.yaml")), GenericKubernetesResource.class);
        sample.getMetadata().setNamespace(namespace);
        create(sample);
    }

    @Test
    void nothingNeedBeWritten() {
        create(rabbitmq("defaults", "{}"));
        var spec = ApiServer.client()
                .resources(RabbitMQ.class)
                .inNamespace(namespace)
                .withName("defaults")
                .get()
                .getSpec();
        assertThat(spec.replicas()).isEqualTo(1);
        assertThat(spec.queueType()).isEqualTo(RabbitMQ.QueueType.quorum);
        assertThat(spec.networkPolicy().enabled()).isTrue();
        assertThat(spec.tls().enabled()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{replicas: 2}             | replicas must be 1, 3 or 5",
                "{replicas: 0}             | replicas must be 1, 3 or 5",
                "{replcas: 1}              | unknown field \"spec.replcas\"",
                "{storageSize: much}       | should match",
                "{queueType: mirrored}     | supported values: \"classic\", \"quorum\"",
                "{schedulers: 0}           | should be greater than or equal to 1",
                "{config: {a: [b]}}        | must be of type string",
                "{monitoring: {interval: often}} | should match"
            })
    void mistakesAreRefusedWithASentence(String spec, String sentence) {
        var fault = catchThrowableOfType(KubernetesClientException.class, () -> create(rabbitmq("bad", spec)));
        assertThat(fault).as(spec).isNotNull();
        assertThat(fault.getMessage()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lower | {replicas: 3}       | {replicas: 1}      | replicas cannot be lowered",
                "class | {storageClass: one} | {storageClass: two} | storageClass cannot be changed"
            })
    void someChangesCannotBe(String name, String before, String after, String sentence) {
        create(rabbitmq(name, before));
        var fault = catchThrowableOfType(
                KubernetesClientException.class,
                () -> ApiServer.client().resource(rabbitmq(name, after)).update());
        assertThat(fault).isNotNull();
        assertThat(fault.getMessage()).contains(sentence);
    }

    @Test
    void replicasCanBeRaised() {
        create(rabbitmq("raised", "{replicas: 1}"));
        ApiServer.client().resource(rabbitmq("raised", "{replicas: 3}")).update();
    }
}
