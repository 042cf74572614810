package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Facts;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ConfigFiles;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What stands beside the members of a database. */
record RaftObjects(RaftDatabase database) {

    static final String PORT_NAME = "ovsdb";
    static final String RAFT_NAME = "raft";

    List<HasMetadata> all(Facts facts) {
        var all = new ArrayList<HasMetadata>(List.of(script().configMap(), service(), headless()));
        disruptionBudget().ifPresent(all::add);
        all.addAll(new OvnFirewall(database.cluster(), facts).database(database));
        return List.copyOf(all);
    }

    /** Both databases start alike, and share it. */
    ConfigFiles script() {
        var cluster = database.cluster().getMetadata().getName();
        return Scripts.files(cluster + "-database-script", Labels.of("ovn", cluster, "database"), Scripts.DATABASE);
    }

    /** Only members in contact with a majority are behind it. */
    private Service service() {
        return service(database.service())
                .editSpec()
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(database.servicePort())
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec()
                .build();
    }

    /** Members must find each other before any of them is ready. */
    private Service headless() {
        return service(database.headless())
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(database.side().port())
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .addNewPort()
                .withName(RAFT_NAME)
                .withPort(database.side().raftPort())
                .withNewTargetPort(RAFT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(database.labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(database.selector())
                .endSpec();
    }

    private Optional<PodDisruptionBudget> disruptionBudget() {
        if (database.spec().replicas() == 1) {
            return Optional.empty();
        }
        return Optional.of(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(database.name())
                .withLabels(database.labels())
                .endMetadata()
                .withNewSpec()
                .withNewMaxUnavailable(1)
                // A pod that does not work protects nothing by staying.
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .withNewSelector()
                .withMatchLabels(database.selector())
                .endSelector()
                .endSpec()
                .build());
    }

    ConfigMap members(Map<String, String> said) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(database.members())
                .withLabels(database.labels())
                .endMetadata()
                .withData(new TreeMap<>(said))
                .build();
    }
}
