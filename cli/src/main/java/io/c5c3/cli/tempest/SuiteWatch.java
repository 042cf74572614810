package io.c5c3.cli.tempest;

import io.c5c3.cli.cluster.Bell;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/** A Tempest and the pods of its runs, kept up to date by the API server's own watches. */
final class SuiteWatch implements AutoCloseable {
    private final Bell bell = new Bell();
    private final String name;
    private final SharedIndexInformer<GenericKubernetesResource> tempest;
    private final SharedIndexInformer<Pod> pods;

    /** Returns when both are known. */
    SuiteWatch(Suite suite) {
        name = suite.name();
        tempest = bell.on(suite.resource().runnableInformer(0));
        pods = bell.on(suite.client()
                .pods()
                .inNamespace(suite.namespace())
                .withLabels(suite.labels())
                .runnableInformer(0));
        try {
            tempest.start().toCompletableFuture().join();
            pods.start().toCompletableFuture().join();
        } catch (CompletionException e) {
            close();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    Observed look() {
        return tempest.getStore().list().stream()
                .findFirst()
                .map(Observed::of)
                .orElseThrow(() -> new Failure("Tempest/" + name + " has just gone."));
    }

    List<Pod> pods() {
        return pods.getStore().list();
    }

    boolean await(BooleanSupplier condition, Duration limit) {
        return bell.await(condition, limit);
    }

    @Override
    public void close() {
        tempest.close();
        pods.close();
    }
}
