package io.c5c3.local;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The start of a full cluster's programs, in an order in which nobody has to wait for a retry. */
record FullStart(Crew crew, ControlDaemons control, List<NodeStart> nodes, Addons addons, Progress progress) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    void run() {
        Together.run(
                () -> {
                    apiServer();
                    controllers();
                },
                () -> {
                    each(NodeStart::runtime);
                    images();
                });
        each(NodeStart::kubelet);
        dns();
    }

    private KubernetesClient client() {
        return nodes.getFirst().client();
    }

    private Readiness readiness() {
        return nodes.getFirst().readiness();
    }

    private void each(Consumer<NodeStart> work) {
        Together.run(
                nodes.stream().<Runnable>map(node -> () -> work.accept(node)).toArray(Runnable[]::new));
    }

    private void apiServer() {
        progress.run("Starting the API server", step -> {
            crew.etcd().ensure();
            crew.apiServer().ensure();
            readiness().of(crew.apiServer(), control.apiServerHealth());
        });
    }

    private void controllers() {
        progress.run("Starting controllers, scheduler, proxy and storage", step -> {
            crew.controllers().ensure();
            crew.scheduler().ensure();
            each(NodeStart::proxy);
            // Only now: the provisioner finds its rights there from the start.
            addons.apply(client());
            new Volumes(addons.node()).pin(client());
            crew.provisioner().ensure();
            readiness().of(crew.controllers(), control.controllersHealth());
            readiness().of(crew.scheduler(), control.schedulerHealth());
        });
    }

    private void images() {
        var layouts =
                nodes.stream().map(node -> node.programs().node().layout()).toList();
        new ImageStores(layouts).load(ClusterImages.archives(progress), progress);
    }

    private void dns() {
        var question = new DnsQuestion("kubernetes.default.svc.cluster.local");
        progress.run(
                "Waiting for DNS",
                step -> Await.atMost(LIMIT, "CoreDNS; see 'kubectl -n kube-system describe pods'")
                        .until(() -> question.isAnsweredBy(addons.addresses().dns())));
    }
}
