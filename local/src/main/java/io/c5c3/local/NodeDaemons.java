package io.c5c3.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that make a machine a node: container runtime, kubelet, service proxy, firewall and storage provisioner. */
record NodeDaemons(Site site, Cgroups cgroups, Addresses addresses, Progress progress) {
    static final List<String> NAMES =
            List.of("kube-scheduler", "containerd", "kubelet", "kube-proxy", "kube-router", "local-path-provisioner");

    private static final int KUBELET_HEALTH = 10248;
    private static final int PROXY_HEALTH = 10256;
    private static final int FIREWALL_HEALTH = 20244;

    Daemon containerd() {
        var networks = configuration().resolve("cni");
        Text.write(
                networks.resolve("10-c5c3.conflist"),
                Templates.fill("network.json", "name", name(), "pods", addresses.pods()));
        var config = Text.write(
                configuration().resolve("containerd.toml"),
                Templates.fill(
                        "containerd.toml",
                        "socket",
                        site.layout().containerdSocket().toString(),
                        "pause",
                        ClusterImages.PAUSE.reference(),
                        "restrictOomScore",
                        String.valueOf(!Root.maySetOomScore()),
                        "plugins",
                        Debian.networkPlugins().toString(),
                        "networks",
                        networks.toString()));
        return daemon("containerd", List.of(config), "--config=" + config);
    }

    Daemon kubelet() {
        var tls = site.serving("kubelet");
        var kubeconfig = site.kubeconfig("kubelet", Subject.member("system:node:" + name(), "system:nodes"));
        var resolver = Text.write(configuration().resolve("resolv.conf"), "nameserver " + addresses.dns() + "\n");
        var config = Text.write(
                configuration().resolve("kubelet.yaml"),
                Templates.fill(
                        "kubelet.yaml",
                        "address",
                        addresses.node(),
                        "dns",
                        addresses.dns(),
                        "authority",
                        site.authority().certificate().toString(),
                        "certificate",
                        tls.certificate().toString(),
                        "key",
                        tls.key().toString(),
                        "socket",
                        site.layout().containerdSocket().toString(),
                        "cgroups",
                        cgroups.path(),
                        "resolver",
                        resolver.toString(),
                        "health",
                        String.valueOf(KUBELET_HEALTH)));
        return daemon(
                "kubelet",
                List.of(config, kubeconfig, tls.certificate()),
                "--config=" + config,
                "--kubeconfig=" + kubeconfig,
                "--hostname-override=" + name(),
                "--node-ip=" + addresses.node());
    }

    Daemon proxy() {
        var kubeconfig = site.kubeconfig("kube-proxy", Subject.user("system:kube-proxy"));
        var config = Text.write(
                configuration().resolve("kube-proxy.yaml"),
                Templates.fill(
                        "kube-proxy.yaml",
                        "name",
                        name(),
                        "kubeconfig",
                        kubeconfig.toString(),
                        "pods",
                        addresses.pods(),
                        "health",
                        addresses.node() + ":" + PROXY_HEALTH));
        return daemon("kube-proxy", List.of(config, kubeconfig), "--config=" + config);
    }

    /**
     * Enforces NetworkPolicies, and nothing else of what the program can do: routes and services are others' business here. Its rules and
     * sets live in the node's own network, and go with it.
     */
    Daemon firewall() {
        var kubeconfig = site.kubeconfig("kube-router", Subject.user(Addons.FIREWALL));
        return daemon(
                "kube-router",
                List.of(kubeconfig),
                "--run-firewall=true",
                "--run-router=false",
                "--run-service-proxy=false",
                "--run-loadbalancer=false",
                "--kubeconfig=" + kubeconfig,
                "--hostname-override=" + name(),
                "--service-cluster-ip-range=" + addresses.services(),
                "--health-addr=" + addresses.node(),
                "--health-port=" + FIREWALL_HEALTH,
                "--metrics-port=0");
    }

    /**
     * Dynamic volumes. As a process of the node rather than as a pod: it is there as soon as the API server is, with no image to
     * load and no pod to wait for. Only its short helper pods, one per new volume, need an image.
     */
    Daemon provisioner() {
        var kubeconfig = site.kubeconfig("local-path-provisioner", Subject.user(Addons.PROVISIONER));
        var config = Text.write(
                configuration().resolve("storage.json"),
                Templates.fill(
                        "storage.json", "volumes", site.layout().volumes().toString()));
        var helper = Text.write(
                configuration().resolve("storage-helper.yaml"),
                Templates.fill("storage-helper.yaml", "image", ClusterImages.STORAGE.reference()));
        return daemon(
                "local-path-provisioner",
                List.of(config, helper, kubeconfig),
                "start",
                "--kubeconfig=" + kubeconfig,
                "--config=" + config,
                "--helper-pod-file=" + helper,
                "--helper-image=" + ClusterImages.STORAGE.reference(),
                "--namespace=kube-system",
                "--configmap-name=local-path-provisioner",
                "--service-account-name=local-path-provisioner",
                "--worker-threads=8");
    }

    String kubeletHealth() {
        return "http://" + addresses.node() + ":" + KUBELET_HEALTH + "/healthz";
    }

    String proxyHealth() {
        return "http://" + addresses.node() + ":" + PROXY_HEALTH + "/healthz";
    }

    String firewallHealth() {
        return "http://" + addresses.node() + ":" + FIREWALL_HEALTH + "/healthz";
    }

    private String name() {
        return site.layout().name();
    }

    private Path configuration() {
        return site.layout().configuration();
    }

    private Daemon daemon(String name, List<Path> inputs, String... arguments) {
        var command = new ArrayList<>(List.of(Tools.find(name, progress).toString()));
        command.addAll(List.of(arguments));
        return new Daemon(name, site.layout(), site.ground(), command, inputs);
    }
}
