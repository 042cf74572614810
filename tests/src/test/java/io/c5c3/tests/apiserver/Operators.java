package io.c5c3.tests.apiserver;

import io.c5c3.app.Catalogue;
import io.c5c3.app.Clients;
import io.c5c3.engine.Ports;
import io.c5c3.engine.runtime.Metrics;
import io.c5c3.engine.runtime.OperatorHost;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.Set;

/** Every operator, in this process, on the real API server; what lies outside of Kubernetes is simulated. */
final class Operators implements AutoCloseable {

    /** Stands in the audit log, so that the operators' requests can be told from the test's. */
    static final String USER_AGENT = "c5c3-operators-under-test";

    private final KubernetesClient client;
    private final OperatorHost host;

    /** @param outside what lies outside of Kubernetes */
    Operators(Ports outside) {
        client = Clients.ofOperators(new ConfigBuilder(ApiServer.client().getConfiguration())
                .withUserAgent(USER_AGENT)
                .build());
        host = new OperatorHost(
                client, Catalogue.all(), outside, new Metrics(new SimpleMeterRegistry()), Optional.empty(), Set.of());
        host.start();
    }

    @Override
    public void close() {
        host.close();
        client.close();
    }
}
