package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.kube.PodReadiness;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Programs that run in pods of a namespace. */
public record RunningPods(KubernetesClient client, String namespace) {

    private static final long LIMIT_MINUTES = 15;

    /** @param what whose pod it is, for when there is none */
    public Pod one(Map<String, String> labels, String what) {
        return running(labels)
                .findFirst()
                .orElseThrow(() -> new Failure("There is no running pod of " + what + " in the namespace " + namespace
                        + ". './c5c3 status' tells how the cloud stands."));
    }

    /** The one on a node where there is such a one, else any: some are only on some nodes. */
    public Pod oneOn(String node, Map<String, String> labels, String what) {
        return running(labels)
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .findFirst()
                .orElseGet(() -> one(labels, what));
    }

    public boolean any(Map<String, String> labels) {
        return running(labels).findAny().isPresent();
    }

    /** Those that are ready first: one on a lost node still runs as far as anybody knows. */
    private Stream<Pod> running(Map<String, String> labels) {
        return client.pods().inNamespace(namespace).withLabels(labels).list().getItems().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .sorted(Comparator.comparing(PodReadiness::isReady).reversed());
    }

    /** Gives each line of the command's output away as it comes, so that a person sees what goes on. */
    public void run(Pod pod, List<String> command, Consumer<String> lines) {
        read(
                pod,
                command,
                output -> new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))
                        .lines()
                        .forEach(lines));
    }

    /** @param reader gets the command's output as it comes, and has to read all of it */
    public void read(Pod pod, List<String> command, Consumer<InputStream> reader) {
        var errors = new ByteArrayOutputStream();
        var name = pod.getMetadata().getName();
        try (var watch = client.pods()
                        .inNamespace(namespace)
                        .withName(name)
                        .redirectingOutput()
                        .writingError(errors)
                        .exec(command.toArray(String[]::new));
                var output = watch.getOutput()) {
            reader.accept(output);
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
}
