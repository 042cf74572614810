package io.c5c3.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that make a machine a node: container runtime, kubelet, service proxy and firewall. */
record NodeDaemons(Site site, Node node, Addresses addresses, Progress progress) {
    static final List<String> NAMES = List.of("containerd", "kubelet", "kube-proxy", "kube-router");

    private static final int KUBELET_HEALTH = 10248;
    private static final int PROXY_HEALTH = 10256;
    private static final int FIREWALL_HEALTH = 20244;

    Daemon containerd() {
        var networks = configuration().resolve("cni");
        Text.write(
                networks.resolve("10-c5c3.conflist"),
                Templates.fill("network.json", "name", name(), "pods", addresses.pods(node.number())));
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
        var tls = site.serving("kubelet", address());
        var kubeconfig = site.kubeconfig("kubelet", Subject.member("system:node:" + name(), "system:nodes"));
        var resolver = Text.write(configuration().resolve("resolv.conf"), "nameserver " + addresses.dns() + "\n");
        var config = Text.write(
                configuration().resolve("kubelet.yaml"),
                Templates.fill(
                        "kubelet.yaml",
                        "address",
                        address(),
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
                        node.cgroups().path(),
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
                "--node-ip=" + address(),
                "--node-labels=topology.kubernetes.io/zone=" + node.zone());
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
                        address() + ":" + PROXY_HEALTH));
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
                "--health-addr=" + address(),
                "--health-port=" + FIREWALL_HEALTH,
                "--metrics-port=0");
    }

    String kubeletHealth() {
        return "http://" + address() + ":" + KUBELET_HEALTH + "/healthz";
    }

    String proxyHealth() {
        return "http://" + address() + ":" + PROXY_HEALTH + "/healthz";
    }

    String firewallHealth() {
        return "http://" + address() + ":" + FIREWALL_HEALTH + "/healthz";
    }

    private String address() {
        return addresses.node(node.number());
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
