package io.c5c3.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The demo's two halves that run inside: a script in the client's pod, and a ping from a hypervisor. */
public final class Demo {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LIMIT_MINUTES = 15;

    private final KubernetesClient client;
    private final String namespace;

    public Demo(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** What was made, by name: server, address, console and more. */
    public Map<String, String> create(Progress progress) {
        return script("create", progress);
    }

    public Map<String, String> clean(Progress progress) {
        return script("clean", progress);
    }

    private Map<String, String> script(String verb, Progress progress) {
        var facts = new TreeMap<String, String>();
        var pod = pod(Map.of("app.kubernetes.io/name", ClientPod.NAME), "the client");
        var lines = progress.call(
                "create".equals(verb) ? "Booting a server" : "Cleaning up",
                step -> run(pod, List.of("python3", "-c", source(), verb)));
        for (var line : lines) {
            var said = parsed(line);
            if (said.hasNonNull("error")) {
                throw new Failure("The demo stopped: " + said.path("error").asText()
                        + ". './c5c3 openstack server show c5c3-demo' may tell more.");
            }
            if (said.hasNonNull("fact")) {
                facts.put(said.path("fact").asText(), said.path("value").asText());
            }
        }
        return facts;
    }

    /** From the network's own namespace on the hypervisor, where the agent for metadata lives. */
    public String ping(String network, String address, Progress progress) {
        var agent = pod(
                Map.of("app.kubernetes.io/name", "neutron", "app.kubernetes.io/component", "ovn-agent"),
                "neutron's agent on the hypervisor");
        var answers = progress.call(
                "Pinging " + address,
                step -> run(
                        agent,
                        List.of("ip", "netns", "exec", "ovnmeta-" + network, "ping", "-c", "3", "-W", "5", address)));
        return answers.stream()
                .filter(line -> line.contains(" received"))
                .findFirst()
                .map(line ->
                        line.replaceFirst("(\\d+) packets transmitted, (\\d+) received.*", "$2 of $1 pings answered"))
                .orElseThrow(() -> new Failure(address + " does not answer a ping."));
    }

    private Pod pod(Map<String, String> labels, String what) {
        return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .findFirst()
                .orElseThrow(() -> new Failure("There is no running pod of " + what + " in the namespace " + namespace
                        + ". './c5c3 status' tells how the cloud stands."));
    }

    private List<String> run(Pod pod, List<String> command) {
        var output = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        try (var watch = client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .writingOutput(output)
                .writingError(errors)
                .exec(command.toArray(String[]::new))) {
            var code = watch.exitCode().get(LIMIT_MINUTES, TimeUnit.MINUTES);
            var lines = output.toString(StandardCharsets.UTF_8).lines().toList();
            if (code != 0 && lines.stream().noneMatch(line -> line.contains("\"error\""))) {
                var words = new ArrayList<>(
                        errors.toString(StandardCharsets.UTF_8).lines().toList());
                throw new Failure(
                        command.getFirst() + " in Pod/" + pod.getMetadata().getName() + " ended with " + code
                                + (words.isEmpty() ? "." : ": " + words.getLast()));
            }
            return lines;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new Failure("Pod/" + pod.getMetadata().getName() + " did not answer: " + e.getMessage(), e);
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    private static String source() {
        try (InputStream text = Demo.class.getResourceAsStream("/io/c5c3/cli/demo.py")) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
