package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.junit.jupiter.api.Test;

class DriftTest {
    private static final String DESIRED = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: x, labels: {a: b}}
            spec:
              replicas: 1
              paused: false
              template:
                spec:
                  containers:
                    - name: main
                      image: i
                      resources: {limits: {cpu: 1000m, memory: 1024Mi}, requests: {}}
                      env: [{name: EMPTY, value: ""}]
                      ports: [{containerPort: 80}]
            status: {replicas: 7}
            """;

    private static GenericKubernetesResource object(String yaml) {
        return Documents.parse(yaml, "test").getFirst();
    }

    @Test
    void whatOthersAddAndWhatTheServerRewritesIsNoDrift() {
        var live = object("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: x, uid: u, resourceVersion: "5", labels: {a: b, c: d}}
                spec:
                  replicas: 1
                  strategy: {type: RollingUpdate}
                  template:
                    spec:
                      containers:
                        - {name: sidecar, image: injected}
                        - name: main
                          image: i
                          resources: {limits: {cpu: "1", memory: 1Gi}}
                          env: [{name: EMPTY}]
                          ports: [{containerPort: 80, protocol: TCP}]
                """);
        assertThat(Drift.between(live, object(DESIRED))).isEmpty();
    }

    @Test
    void whatSomebodyChangedOrTookAwayIsNamed() {
        assertThat(Drift.between(object(DESIRED.replace("replicas: 1", "replicas: 0")), object(DESIRED)))
                .contains(".spec.replicas");
        assertThat(Drift.between(object(DESIRED.replace("image: i", "image: j")), object(DESIRED)))
                .contains(".spec.template.spec.containers");
        assertThat(Drift.between(object(DESIRED.replace("labels: {a: b}", "labels: {}")), object(DESIRED)))
                .contains(".metadata.labels.a");
    }
}
