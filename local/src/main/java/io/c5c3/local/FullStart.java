package io.c5c3.local;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The start of a full cluster's programs, in an order in which nobody has to wait for a retry. */
record FullStart(
        Layout layout,
        Crew crew,
        ControlDaemons control,
        NodeDaemons node,
        Addons addons,
        KubernetesClient client,
        Readiness readiness,
        Progress progress) {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String ROLES = "local.c5c3.io/roles";
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    void run() {
        Together.run(
                () -> {
                    apiServer();
                    controllers();
                },
                () -> {
                    runtime();
                    images();
                });
        kubelet();
        dns();
    }

    private void apiServer() {
        progress.run("Starting the API server", step -> {
            crew.etcd().ensure();
            crew.apiServer().ensure();
            readiness.of(crew.apiServer(), control.apiServerHealth());
        });
    }

    private void controllers() {
        progress.run("Starting controllers, scheduler, proxy and storage", step -> {
            crew.controllers().ensure();
            crew.scheduler().ensure();
            crew.proxy().ensure();
            // Only now: the provisioner finds its rights there from the start.
            addons.apply(client);
            crew.provisioner().ensure();
            readiness.of(crew.controllers(), control.controllersHealth());
            readiness.of(crew.scheduler(), control.schedulerHealth());
        });
    }

    private void runtime() {
        progress.run("Starting the container runtime", step -> {
            crew.containerd().ensure();
            readiness.until(crew.containerd(), () -> Probe.listens(layout.containerdSocket()));
        });
    }

    private void images() {
        new ImageStore(layout).load(ClusterImages.archives(progress), progress);
    }

    /** After the images: a pod that misses one is not tried again soon. */
    private void kubelet() {
        progress.run("Starting the kubelet and the firewall", step -> {
            var started = crew.kubelet().ensure();
            readiness.of(crew.kubelet(), node.kubeletHealth());
            readiness.until(crew.kubelet(), this::isNodeKnown);
            // It asks for its node once, at its start; until it has begun, pods stand open.
            crew.firewall().ensure();
            readiness.until(crew.kubelet(), this::isNodeReady);
            giveRoles();
            if (started) {
                readiness.until(crew.kubelet(), this::knowsItsPods);
            }
            // The proxy calls itself healthy only when it knows its node.
            readiness.of(crew.proxy(), node.proxyHealth());
            readiness.of(crew.firewall(), node.firewallHealth());
        });
    }

    /** The only node does everything, so it is a hypervisor, too. Said once: whoever takes the label off means it. */
    private void giveRoles() {
        var node = client.nodes().withName(layout.name());
        var annotations = node.require().getMetadata().getAnnotations();
        if (annotations == null || !annotations.containsKey(ROLES)) {
            // A patch of these two alone: the kubelet and the controllers write to a fresh node all the time.
            node.patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    Serialization.asJson(Map.of(
                            "metadata",
                            Map.of(
                                    "annotations", Map.of(ROLES, "hypervisor"),
                                    "labels", Map.of("node-role.kubernetes.io/hypervisor", "")))));
        }
    }

    private void dns() {
        var question = new DnsQuestion("kubernetes.default.svc.cluster.local");
        progress.run(
                "Waiting for DNS",
                step -> Await.atMost(LIMIT, "CoreDNS; see 'kubectl -n kube-system describe pods'")
                        .until(() -> question.isAnsweredBy(addons.addresses().dns())));
    }

    /** A kubelet calls itself healthy before it has heard of its pods, and until then denies that they exist. */
    private boolean knowsItsPods() {
        var known = Objects.requireNonNullElse(client.raw("/api/v1/nodes/" + layout.name() + "/proxy/pods"), "");
        return client.pods().inAnyNamespace().withField("spec.nodeName", layout.name()).list().getItems().stream()
                .filter(pod -> !FINISHED.contains(pod.getStatus().getPhase()))
                .allMatch(pod -> known.contains(pod.getMetadata().getUid()));
    }

    private boolean isNodeKnown() {
        return client.nodes().withName(layout.name()).get() != null;
    }

    private boolean isNodeReady() {
        var found = client.nodes().withName(layout.name()).get();
        return found != null
                && found.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }
}
