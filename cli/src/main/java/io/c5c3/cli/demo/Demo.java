package io.c5c3.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
        try (var steps = new Steps(progress)) {
            run(pod, List.of("python3", "-c", source(), verb), line -> {
                var said = parsed(line);
                if (said.hasNonNull("step")) {
                    steps.next(said.path("step").asText());
                }
                if (said.hasNonNull("error")) {
                    var why = said.path("error").asText();
                    steps.failed(why);
                    throw new Failure(
                            "The demo stopped: " + why + ". './c5c3 openstack server show c5c3-demo' may tell more.");
                }
                if (said.hasNonNull("fact")) {
                    facts.put(said.path("fact").asText(), said.path("value").asText());
                }
            });
        }
        return facts;
    }

    /** One step after the other; each ends where the next begins. */
    private static final class Steps implements AutoCloseable {
        private final Progress progress;
        private Progress.@Nullable Step current;

        Steps(Progress progress) {
            this.progress = progress;
        }

        void next(String what) {
            close();
            current = progress.begin(what);
        }

        void failed(String why) {
            if (current != null) {
                current.failed(why);
            }
        }

        @Override
        public void close() {
            if (current != null) {
                current.close();
                current = null;
            }
        }
    }

    /** From the network's own namespace on the hypervisor, where the agent for metadata lives. */
    public String ping(String network, String address, Progress progress) {
        var agent = pod(
                Map.of("app.kubernetes.io/name", "neutron", "app.kubernetes.io/component", "ovn-agent"),
                "neutron's agent on the hypervisor");
        var answers = new ArrayList<String>();
        progress.run(
                "Pinging " + address,
                step -> run(
                        agent,
                        List.of("ip", "netns", "exec", "ovnmeta-" + network, "ping", "-c", "3", "-W", "5", address),
                        answers::add));
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

    /** Gives each line of the command's output away as it comes, so that a person sees what goes on. */
    private void run(Pod pod, List<String> command, Consumer<String> lines) {
        var errors = new ByteArrayOutputStream();
        var name = pod.getMetadata().getName();
        try (var watch = client.pods()
                        .inNamespace(namespace)
                        .withName(name)
                        .redirectingOutput()
                        .writingError(errors)
                        .exec(command.toArray(String[]::new));
                var output = new BufferedReader(new InputStreamReader(watch.getOutput(), StandardCharsets.UTF_8))) {
            output.lines().forEach(lines);
            var code = watch.exitCode().get(LIMIT_MINUTES, TimeUnit.MINUTES);
            if (code != 0) {
                var words = errors.toString(StandardCharsets.UTF_8).lines().toList();
                throw new Failure(command.getFirst() + " in Pod/" + name + " ended with " + code
                        + (words.isEmpty() ? "." : ": " + words.getLast()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        } catch (IOException | UncheckedIOException | ExecutionException | TimeoutException e) {
            throw new Failure("Pod/" + name + " did not answer: " + e.getMessage(), e);
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
