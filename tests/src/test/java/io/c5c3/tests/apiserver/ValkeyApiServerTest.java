package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of a Valkey that cannot be, and those that can. */
@ExtendWith(ApiServer.class)
class ValkeyApiServerTest {

    private static String namespace;

    @BeforeAll
    static void namespace() {
        namespace = ApiServer.namespace();
    }

    private static GenericKubernetesResource valkey(String name, String spec) {
        return Serialization.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: Valkey
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(name, namespace, spec), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lower    | {replicas: 3, sentinel: {enabled: true}} | {replicas: 1, sentinel: {enabled: true}} | replicas cannot be lowered",
                "sentinel | {sentinel: {enabled: true}}              | {}                                       | sentinel.enabled cannot be changed",
                "size     | {persistence: {enabled: true}}           | {persistence: {enabled: true, size: 9Gi}} | persistence cannot be changed"
            })
    void someChangesCannotBe(String name, String before, String after, String sentence) {
        ApiServer.client().resource(valkey(name, before)).create();
        var fault = catchThrowableOfType(
                KubernetesClientException.class,
                () -> ApiServer.client().resource(valkey(name, after)).update());
        assertThat(fault).isNotNull();
        assertThat(fault.getMessage()).contains(sentence);
    }

    @Test
    void othersCan() {
        ApiServer.client()
                .resource(valkey("raised", "{sentinel: {enabled: true}}"))
                .create();
        ApiServer.client()
                .resource(valkey("raised", "{replicas: 3, sentinel: {enabled: true}, tls: {enabled: true}}"))
                .update();
        ApiServer.client().resource(valkey("lowered", "{replicas: 4}")).create();
        ApiServer.client().resource(valkey("lowered", "{replicas: 2}")).update();
    }
}
