package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Reconciliation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;
import java.util.TreeMap;

/** What stands beside a server. */
record ServerObjects(MariaDB mariadb) {

    private static final String SERVICE = "mariadb";
    static final String PORT_NAME = "mysql";

    String name() {
        return mariadb.getMetadata().getName();
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    String nodes() {
        return name() + "-nodes";
    }

    ConfigMap config() {
        var data = Map.of("c5c3.cnf", new ServerOptions(mariadb.getSpec().config()).text());
        var labels = new TreeMap<>(labels());
        var digest = Digest.of(data);
        labels.put(Reconciliation.REVISION, digest);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name() + "-config-" + digest)
                .withLabels(labels)
                .endMetadata()
                .withImmutable(true)
                .withData(data)
                .build();
    }

    Service service() {
        return service(name()).build();
    }

    /** Gives the pods names of their own. */
    Service headless() {
        return service(nodes())
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(selector())
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(MariaDB.PORT)
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec();
    }

    /** Nothing but the database port is open, and the server itself connects to nobody. */
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
                .addNewPort()
                .withProtocol("TCP")
                .withNewPort(MariaDB.PORT)
                .endPort()
                .endIngress()
                .endSpec()
                .build();
    }
}
