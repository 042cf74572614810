package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What stands beside a server. */
record ServerObjects(MariaDB mariadb) {

    private static final String SERVICE = "mariadb";
    static final String PORT_NAME = "mysql";

    /** What runs before the server does. */
    static final String BEFORE = "before.sh";

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
        var data = Map.of(
                "c5c3.cnf",
                new ServerOptions(mariadb.getSpec().config()).text(),
                BEFORE,
                Shipped.file(ServerObjects.class, BEFORE));
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

    List<HasMetadata> beside() {
        var all = new ArrayList<HasMetadata>(List.of(service(), headless()));
        networkPolicy().ifPresent(all::add);
        return all;
    }

    /** Nothing but the database port is open, and the server itself connects to nobody but names. */
    private Optional<NetworkPolicy> networkPolicy() {
        return new ServerGroup(name(), labels(), selector())
                .networkPolicy(mariadb.getSpec().networkPolicy(), List.of(MariaDB.PORT), List.of(MariaDB.PORT));
    }
}
