package io.c5c3.cli.demo;

import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.cli.cluster.RunningPods;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The demo's two halves that run inside: a script in the client's pod, and a ping from a hypervisor. */
public final class Demo {

    private static final ClientScript SCRIPT =
            new ClientScript("demo.py", "'./c5c3 openstack server show c5c3-demo' may tell more.");

    private final KubernetesClient client;
    private final String namespace;

    public Demo(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * What was made, by name: server, address, console and more.
     *
     * @param key the public half of a key pair that the server lets in
     */
    public Map<String, String> create(String key, Progress progress) {
        return SCRIPT.run(client, namespace, progress, "create", key);
    }

    public Map<String, String> clean(Progress progress) {
        return SCRIPT.run(client, namespace, progress, "clean");
    }

    /** From the network's own namespace on the server's hypervisor, where the agent lives that has one: for metadata with OVN, else for addresses. */
    public String ping(String host, String network, String address, Progress progress) {
        var pods = new RunningPods(client, namespace);
        var overOvn = pods.any(agent("ovn-agent"));
        var agent = pods.oneOn(host, agent(overOvn ? "ovn-agent" : "dhcp-agent"), "neutron's agent on the hypervisor");
        var place = (overOvn ? "ovnmeta-" : "qdhcp-") + network;
        var answers = new ArrayList<String>();
        progress.run(
                "Pinging " + address,
                step -> pods.run(
                        agent,
                        List.of("ip", "netns", "exec", place, "ping", "-c", "3", "-W", "5", address),
                        answers::add));
        return answers.stream()
                .filter(line -> line.contains(" received"))
                .findFirst()
                .map(line ->
                        line.replaceFirst("(\\d+) packets transmitted, (\\d+) received.*", "$2 of $1 pings answered"))
                .orElseThrow(() -> new Failure(address + " does not answer a ping."));
    }

    private static Map<String, String> agent(String part) {
        return Map.of("app.kubernetes.io/name", "neutron", "app.kubernetes.io/component", part);
    }
}
