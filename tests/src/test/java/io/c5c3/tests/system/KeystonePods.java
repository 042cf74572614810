package io.c5c3.tests.system;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.TreeMap;

/** The pods that serve Keystone's API. */
final class KeystonePods {

    private KeystonePods() {}

    /** How often each was restarted, by name. */
    static Map<String, Integer> restarts(KubernetesClient client, String namespace) {
        var pods = new TreeMap<String, Integer>();
        client.pods()
                .inNamespace(namespace)
                .withLabel("app.kubernetes.io/name", "keystone")
                .withLabel("app.kubernetes.io/component", "api")
                .list()
                .getItems()
                .forEach(pod -> pods.put(
                        pod.getMetadata().getName(),
                        pod.getStatus().getContainerStatuses().getFirst().getRestartCount()));
        return pods;
    }
}
