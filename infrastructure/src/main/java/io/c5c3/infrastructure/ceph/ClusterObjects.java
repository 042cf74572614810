package io.c5c3.infrastructure.ceph;

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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What stands beside the pods of our own cluster. */
record ClusterObjects(CephStorage storage) {

    /** What a pod runs, in its folder of configuration. */
    static final String SCRIPT = "start.sh";

    /** Tells whether what it runs takes part. */
    static final String SERVES = "serves.py";

    private ClusterNames names() {
        return new ClusterNames(storage.getMetadata().getName());
    }

    /** One before each monitor: its address is the monitor's for good, whatever becomes of the pod. */
    List<Service> monitors() {
        return IntStream.range(0, storage.getSpec().builtIn().monitors())
                .mapToObj(this::monitor)
                .toList();
    }

    /** The pod is found before it is ready: disks, manager and other monitors may knock as soon as it listens. */
    private Service monitor(int number) {
        var selector = new TreeMap<>(names().selector(ClusterNames.MONITOR));
        selector.put("statefulset.kubernetes.io/pod-name", names().of(ClusterNames.MONITOR) + "-" + number);
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(names().monitor(number))
                .withLabels(names().labels(ClusterNames.MONITOR))
                .endMetadata()
                .withNewSpec()
                .withSelector(selector)
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
        var rules = storage.getSpec().builtIn().networkPolicy();
        var callers = Stream.concat(Callers.of(rules).stream(), Callers.nodes(facts).stream())
                .toList();
        var open = Stream.concat(CephAccess.PORTS.stream(), new ManagerMetrics(storage).ports().stream())
                .toList();
        return new ApiFirewall(
                        names().name(),
                        names().labels(ClusterNames.MONITOR),
                        names().everything(),
                        open,
                        CephAccess.PORTS,
                        rules,
                        callers)
                .policy();
    }

    /** What the pods of a part read when they start. */
    ConfigFiles files(String part, ClusterPlace place) {
        var wish = storage.getSpec().builtIn();
        var manager = ClusterNames.MANAGER.equals(part);
        var options = new ClusterOptions(wish.config(), manager ? new ManagerMetrics(storage).modules() : Set.of());
        var files = new TreeMap<>(Map.of(CephSecret.CONF, options.daemons(place, wish.storageSize())));
        if (!manager) {
            files.put(SCRIPT, Shipped.file(ClusterObjects.class, part + ".sh"));
            files.put(SERVES, Shipped.file(ClusterObjects.class, SERVES));
        }
        return new ConfigFiles(names().of(part) + "-config", names().labels(part), files);
    }
}
