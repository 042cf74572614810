package io.c5c3.local;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

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
        progress.run("Starting the kubelet", step -> {
            crew.kubelet().ensure();
            readiness.of(crew.kubelet(), node.kubeletHealth());
            readiness.until(crew.kubelet(), this::isNodeReady);
            // The proxy calls itself healthy only when it knows its node.
            readiness.of(crew.proxy(), node.proxyHealth());
        });
    }

    private void dns() {
        progress.run(
                "Waiting for DNS",
                step -> Await.atMost(LIMIT, "CoreDNS; see 'kubectl -n kube-system describe pods'")
                        .until(() -> Addons.areReady(client)));
    }

    private boolean isNodeReady() {
        var found = client.nodes().withName(layout.name()).get();
        return found != null
                && found.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }
}
