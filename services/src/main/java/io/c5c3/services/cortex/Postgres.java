package io.c5c3.services.cortex;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A small PostgreSQL server that one Cortex has to itself, for want of an operator that provides one: its names, and what stands beside it.
 *
 * @param clients the labels of the pods that may connect
 */
record Postgres(Cortex cortex, Map<String, String> clients) {

    static final int PORT = 5432;
    static final String SERVICE = "postgresql";

    /** What starts the server. */
    static final String START = "start.sh";

    private static final String ACCESS = "pg_hba.conf";

    String name() {
        return cortex.getMetadata().getName() + "-" + SERVICE;
    }

    String host() {
        return name() + "." + cortex.getMetadata().getNamespace() + ".svc.cluster.local";
    }

    Cortex.Server wish() {
        return Objects.requireNonNullElse(cortex.getSpec().database().server(), Defaults.of(Cortex.Server.class));
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    ConfigFiles files() {
        return new ConfigFiles(
                name() + "-config",
                labels(),
                new TreeMap<>(Map.of(
                        START, Shipped.file(Postgres.class, START), ACCESS, Shipped.file(Postgres.class, ACCESS))));
    }

    Service service() {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(selector())
                .addNewPort()
                .withName(SERVICE)
                .withPort(PORT)
                .withNewTargetPort(SERVICE)
                .withProtocol("TCP")
                .endPort()
                .endSpec()
                .build();
    }

    /** Nobody but Cortex has business here, and the server itself connects to nobody. */
    NetworkPolicy networkPolicy() {
        return new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(selector())
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .addNewIngress()
                .addNewFrom()
                .withNewPodSelector()
                .withMatchLabels(new TreeMap<>(clients))
                .endPodSelector()
                .endFrom()
                .addNewPort()
                .withProtocol("TCP")
                .withNewPort(PORT)
                .endPort()
                .endIngress()
                .endSpec()
                .build();
    }
}
