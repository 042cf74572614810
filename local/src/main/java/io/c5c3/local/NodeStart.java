package io.c5c3.local;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The start of a node's programs, in an order in which nobody has to wait for a retry. */
record NodeStart(NodeDaemons programs, NodeCrew crew, KubernetesClient client, Readiness readiness, Progress progress) {
    private static final String ROLES = "local.c5c3.io/roles";
    /** What a cloud's network asks a node for. */
    private static final String TUNNELS = "ovn.c5c3.io/encapsulation-ip";

    private static final String LABEL = "node-role.kubernetes.io/";
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    void runtime() {
        progress.run("Starting the container runtime" + where(), step -> {
            crew.containerd().ensure();
            readiness.until(
                    crew.containerd(),
                    () -> Probe.listens(programs.node().layout().containerdSocket()));
        });
    }

    /** As soon as there is an API server: it is ready by the time that pods are. */
    void proxy() {
        crew.proxy().ensure();
    }

    /** After the images: a pod that misses one is not tried again soon. */
    void kubelet() {
        progress.run("Starting the kubelet and the firewall" + where(), step -> {
            var started = crew.kubelet().ensure();
            readiness.of(crew.kubelet(), programs.kubeletHealth());
            readiness.until(crew.kubelet(), () -> found().isPresent());
            // It asks for its node once, at its start; until it has begun, pods stand open.
            crew.firewall().ensure();
            readiness.until(crew.kubelet(), this::isReady);
            introduce();
            if (started) {
                readiness.until(crew.kubelet(), this::knowsItsPods);
            }
            // The proxy calls itself healthy only when it knows its node.
            readiness.of(crew.proxy(), programs.proxyHealth());
            readiness.of(crew.firewall(), programs.firewallHealth());
        });
    }

    /** Every node does everything; only the control programs are on the first alone. */
    private List<String> roles() {
        var roles = new ArrayList<>(List.of("hypervisor", "control", "storage"));
        if (programs.node().isFirst()) {
            roles.add("control-plane");
        }
        return roles;
    }

    /**
     * Each role is said once: whoever takes a label off means it. So is the address by which other nodes send to the guests here.
     */
    private void introduce() {
        var annotations = Objects.requireNonNullElse(
                found().orElseThrow().getMetadata().getAnnotations(), Map.<String, String>of());
        var given = annotations.getOrDefault(ROLES, "");
        var labels = new TreeMap<String, String>();
        roles().stream()
                .filter(role -> !List.of(given.split(",", -1)).contains(role))
                .forEach(role -> labels.put(LABEL + role, ""));
        if (!labels.isEmpty() || !annotations.containsKey(TUNNELS)) {
            var address = programs.addresses().tunnel(programs.node().number());
            var said = Map.of(ROLES, String.join(",", roles()), TUNNELS, annotations.getOrDefault(TUNNELS, address));
            // A patch of these two alone: the kubelet and the controllers write to a fresh node all the time.
            client.nodes()
                    .withName(name())
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            Serialization.asJson(Map.of("metadata", Map.of("annotations", said, "labels", labels))));
        }
    }

    /** Ends a drain, if there was one. */
    void letPodsIn() {
        client.nodes()
                .withName(name())
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"unschedulable\": null}}");
    }

    /** A kubelet calls itself healthy before it has heard of its pods, and until then denies that they exist. */
    private boolean knowsItsPods() {
        var known = Objects.requireNonNullElse(client.raw("/api/v1/nodes/" + name() + "/proxy/pods"), "");
        return client.pods().inAnyNamespace().withField("spec.nodeName", name()).list().getItems().stream()
                .filter(pod -> !FINISHED.contains(pod.getStatus().getPhase()))
                .allMatch(pod -> known.contains(pod.getMetadata().getUid()));
    }

    private boolean isReady() {
        return found().stream()
                .flatMap(node -> node.getStatus().getConditions().stream())
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    private Optional<Node> found() {
        return Optional.ofNullable(client.nodes().withName(name()).get());
    }

    private String name() {
        return programs.node().name();
    }

    private String where() {
        return programs.node().isFirst() ? "" : " of " + name();
    }
}
