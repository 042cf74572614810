package io.c5c3.infrastructure.ceph;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.ApiFirewall;
import io.c5c3.engine.kube.Callers;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What stands beside the pods of our own cluster. */
record ClusterObjects(CephStorage storage) {

    /** What a pod runs, in its folder of configuration. */
    static final String SCRIPT = "start.sh";

    private ClusterNames names() {
        return new ClusterNames(storage.getMetadata().getName());
    }

    /** The pod is found before it is ready: disks and manager may knock as soon as it listens. */
    Service monitor() {
        var name = names().of(ClusterNames.MONITOR);
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(names().labels(ClusterNames.MONITOR))
                .endMetadata()
                .withNewSpec()
                .withSelector(names().selector(ClusterNames.MONITOR))
                .withPublishNotReadyAddresses(true)
                .addNewPort()
                .withName(ClusterPod.PORT)
                .withPort(CephLogin.PORT)
                .withTargetPort(new IntOrString(ClusterPod.PORT))
                .withProtocol("TCP")
                .endPort()
                .endSpec()
                .build();
    }

    /** Guests' disks are opened by QEMU on the hypervisors, in their nodes' own network. */
    List<HasMetadata> networkPolicy(Facts facts) {
        var callers = Stream.concat(Callers.of(Defaults.of(NetworkRules.class)).stream(), Callers.nodes(facts).stream())
                .toList();
        return new ApiFirewall(
                        names().name(),
                        names().labels(ClusterNames.MONITOR),
                        names().everything(),
                        CephAccess.PORTS,
                        CephAccess.PORTS,
                        Defaults.of(NetworkRules.class),
                        callers)
                .policy();
    }

    /** What the pods of a part read when they start. */
    ConfigFiles files(String part, ClusterPlace place) {
        var wish = storage.getSpec().builtIn();
        var files = new TreeMap<>(
                Map.of(CephSecret.CONF, new ClusterOptions(wish.config()).daemons(place, wish.storageSize())));
        if (!ClusterNames.MANAGER.equals(part)) {
            files.put(SCRIPT, Shipped.file(ClusterObjects.class, part + ".sh"));
        }
        return new ConfigFiles(names().of(part) + "-config", names().labels(part), files);
    }
}
