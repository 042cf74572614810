package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What stands beside the servers. */
record StoreObjects(Valkey valkey) {

    static final String SERVER = "valkey";
    static final String SENTINEL = "sentinel";
    static final String METRICS = "metrics";

    private StoreNames names() {
        return new StoreNames(valkey);
    }

    ServerGroup group() {
        return new ServerGroup(names().name(), names().labels(), names().selector());
    }

    /** The names and numbers of the ports there are. */
    Map<String, Integer> ports() {
        var ports = new TreeMap<>(Map.of(SERVER, Valkey.PORT));
        if (names().guarded()) {
            ports.put(SENTINEL, Valkey.SENTINEL_PORT);
        }
        if (valkey.getSpec().metrics().enabled()) {
            ports.put(METRICS, Valkey.METRICS_PORT);
        }
        return ports;
    }

    /** All servers, any of whose sentinels tells who the primary is; without sentinels, the one that always is. */
    Service client() {
        var selector = new TreeMap<>(names().selector());
        if (!names().guarded()) {
            selector.put("statefulset.kubernetes.io/pod-name", names().first());
        }
        return group().service(names().client(), selector, servicePorts());
    }

    Service headless() {
        return group().headless(servicePorts());
    }

    private List<ServicePort> servicePorts() {
        return ports().entrySet().stream()
                .map(port -> ServerGroup.port(port.getKey(), port.getValue()))
                .toList();
    }

    Optional<PodDisruptionBudget> disruptionBudget() {
        return group().disruptionBudget(valkey.getSpec().replicas());
    }

    /** Servers use the ports of clients among themselves. */
    Optional<NetworkPolicy> networkPolicy() {
        var ports = List.copyOf(ports().values());
        return group().networkPolicy(valkey.getSpec().networkPolicy(), ports, ports);
    }
}
