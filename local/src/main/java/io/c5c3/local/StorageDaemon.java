package io.c5c3.local;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;

/** The program that makes volumes, which are folders of nodes. */
record StorageDaemon(Site site, List<Node> nodes, Progress progress) {
    static final String NAME = "local-path-provisioner";

    /**
     * Dynamic volumes, each on the node of its first pod. As a process of the first node rather than as a pod: it is there as soon as the API server is, with no image to
     * load and no pod to wait for. Only its short helper pods, one per new volume, need an image.
     */
    Daemon provisioner() {
        var kubeconfig = site.kubeconfig(NAME, Subject.user(Addons.PROVISIONER));
        var config = Text.write(
                site.layout().configuration().resolve("storage.json"),
                Templates.fill("storage.json", "volumes", Serialization.asJson(folders())));
        var helper = Text.write(
                site.layout().configuration().resolve("storage-helper.yaml"),
                Templates.fill("storage-helper.yaml", "image", ClusterImages.STORAGE.reference()));
        var command = List.of(
                Tools.find(NAME, progress).toString(),
                "start",
                "--kubeconfig=" + kubeconfig,
                "--config=" + config,
                "--helper-pod-file=" + helper,
                "--helper-image=" + ClusterImages.STORAGE.reference(),
                "--namespace=kube-system",
                "--configmap-name=local-path-provisioner",
                "--service-account-name=local-path-provisioner",
                "--worker-threads=8");
        return new Daemon(NAME, site.layout(), site.ground(), command, List.of(config, helper, kubeconfig));
    }

    private List<Map<String, Object>> folders() {
        return nodes.stream()
                .map(node -> Map.<String, Object>of(
                        "node",
                        node.name(),
                        "paths",
                        List.of(node.layout().volumes().toString())))
                .toList();
    }
}
