package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.local.Await;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The operator in a cluster. */
public final class Operator {
    public static final String NAMESPACE = "c5c3-system";
    public static final String NAME = "c5c3-operator";
    private static final Duration DEFINITION_LIMIT = Duration.ofMinutes(1);
    /** Where it tells its figures. */
    private static final int PORT = 8080;

    private final KubernetesClient client;

    public Operator(KubernetesClient client) {
        this.client = client;
    }

    /** Writes what is not there yet, and returns how many objects that were. Where a node can be lost, there are two copies. */
    public int install(Bundle files, Applier applier, Progress.Step step) {
        var bundle = files.withCopies(client.nodes().list().getItems().size() > 1 ? 2 : 1);
        var changed = 0;
        var unsettled = new ArrayList<String>();
        for (var object : bundle.foundations()) {
            step.detail(object.getKind() + "/" + object.getMetadata().getName());
            var result = applier.apply(object);
            changed += result.changed() ? 1 : 0;
            if (Bundle.isDefinition(object) && !isEstablished(result.live())) {
                unsettled.add(object.getMetadata().getName());
            }
        }
        unsettled.forEach(this::awaitEstablished);
        for (var object : bundle.rest()) {
            step.detail(object.getKind() + "/" + object.getMetadata().getName());
            changed += applier.apply(object).changed() ? 1 : 0;
        }
        return changed;
    }

    private static boolean isEstablished(HasMetadata definition) {
        return Conditions.of(definition, "Established")
                .filter(condition -> "True".equals(condition.getStatus()))
                .isPresent();
    }

    private void awaitEstablished(String name) {
        try {
            client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName(name)
                    .waitUntilCondition(
                            definition -> definition != null && isEstablished(definition),
                            DEFINITION_LIMIT.toSeconds(),
                            TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            throw new Failure(
                    "The API server has not taken in the definition " + name + ": './c5c3 kubectl describe crd " + name
                            + "' says why.",
                    e);
        }
    }

    /** Waits until every replica runs what the Deployment says; empty when the time was not enough. */
    public Optional<Deployment> awaitAvailable(Duration limit, Progress.Step step) {
        try {
            return Optional.of(deployment()
                    .waitUntilCondition(
                            found -> {
                                if (found == null) {
                                    return false;
                                }
                                var rollout = Rollout.of(found);
                                step.detail(rollout.describe());
                                return rollout.complete();
                            },
                            limit.toMillis(),
                            TimeUnit.MILLISECONDS));
        } catch (KubernetesClientTimeoutException e) {
            step.failed("not within " + Elapsed.precise(limit));
            return Optional.empty();
        }
    }

    /**
     * Waits until it has looked once at everything there is: only then is written what a new one does otherwise, and what all resources say
     * of themselves is of today. False if that was not to be seen in time.
     */
    public boolean awaitFirstLook(Duration limit) {
        // There is no watch of figures.
        return Await.atMost(limit, "the operator to look at everything")
                .holds(() -> pods().stream().map(this::figures).anyMatch(OperatorFigures::hasLookedAtEverything));
    }

    private OperatorFigures figures(Pod pod) {
        try {
            return new OperatorFigures(Objects.requireNonNullElse(
                    client.raw("/api/v1/namespaces/" + NAMESPACE + "/pods/"
                            + pod.getMetadata().getName() + ":" + PORT + "/proxy/metrics"),
                    ""));
        } catch (KubernetesClientException e) {
            return new OperatorFigures(""); // it is only starting, or we may not ask
        }
    }

    /** How far it has come; none where it is not installed. */
    public Optional<Rollout> rollout() {
        return Optional.ofNullable(client.genericKubernetesResources("apps/v1", "Deployment")
                        .inNamespace(NAMESPACE)
                        .withName(NAME)
                        .get())
                .map(DeploymentRollout::of);
    }

    public Deployment get() {
        return Optional.ofNullable(deployment().get())
                .orElseThrow(() -> new Failure("The operator is not installed here: './c5c3 up' installs it."));
    }

    /** Pods that have not been told to go. */
    public List<Pod> pods() {
        return client
                .pods()
                .inNamespace(NAMESPACE)
                .withLabelSelector(get().getSpec().getSelector())
                .list()
                .getItems()
                .stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    public void restart() {
        deployment().rolling().restart();
    }

    private RollableScalableResource<Deployment> deployment() {
        return client.apps().deployments().inNamespace(NAMESPACE).withName(NAME);
    }
}
