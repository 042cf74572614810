package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.Serialization;

/** What the API server says to somebody who writes a mistake. */
final class Refusal {

    private Refusal() {}

    /** The sentence with which it refuses to make this. */
    static String of(String namespace, String apiVersion, String kind, String name, String spec) {
        var resource = Serialization.unmarshal(
                """
                apiVersion: %s
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(apiVersion, kind, name, namespace, spec), GenericKubernetesResource.class);
        var fault = catchThrowableOfType(
                KubernetesClientException.class,
                () -> ApiServer.client()
                        .resource(resource)
                        .fieldValidation(FieldValidateable.Validation.STRICT)
                        .create());
        assertThat(fault).as("%s %s must be refused", kind, spec).isNotNull();
        return fault.getMessage();
    }
}
