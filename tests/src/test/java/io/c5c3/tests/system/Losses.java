package io.c5c3.tests.system;

import static org.awaitility.Awaitility.await;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;

/** Takes from servers what they stand on, as bad luck does, and reads what is then said of it. */
record Losses(KubernetesClient client, String namespace) {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Does something while these pods are not there: one that goes comes back at once, if there is a node for it. */
    void without(List<String> pods, Runnable work) {
        schedulable(false);
        pods.forEach(this::kill);
        work.run();
        schedulable(true);
    }

    private void schedulable(boolean may) {
        client.nodes()
                .list()
                .getItems()
                .forEach(node -> client.resource(node).edit(there -> {
                    there.getSpec().setUnschedulable(!may);
                    return there;
                }));
    }

    private void kill(String name) {
        var pod = client.pods().inNamespace(namespace).withName(name);
        var before = pod.get().getMetadata().getUid();
        pod.withGracePeriod(0).delete();
        await(name + " is gone").atMost(PATIENCE).until(() -> {
            var now = pod.get();
            return now == null || !now.getMetadata().getUid().equals(before);
        });
    }

    /** Deletes the claim of a pod, and the pod that holds it. */
    void deleteClaim(String pod) {
        client.persistentVolumeClaims()
                .inNamespace(namespace)
                .withName("data-" + pod)
                .delete();
        kill(pod);
    }

    /** What the resource says of its lost data, as soon as it does. */
    String lost(Class<? extends HasMetadata> kind, String name) {
        return await(kind.getSimpleName() + "/" + name + " says that its data is lost")
                .atMost(PATIENCE)
                .until(() -> said(kind, name), message -> !message.isEmpty());
    }

    private String said(Class<? extends HasMetadata> kind, String name) {
        var resource =
                client.resources(kind).inNamespace(namespace).withName(name).get();
        return Conditions.of(resource).stream()
                .filter(condition -> Founding.DATA_LOST.equals(condition.getReason()))
                .map(condition -> condition.getMessage())
                .findFirst()
                .orElse("");
    }

    /** What the message asks a person to write, in order to begin with nothing. */
    void startEmpty(Class<? extends HasMetadata> kind, String name, String message) {
        var word = message.substring(message.lastIndexOf('=') + 1);
        client.resources(kind)
                .inNamespace(namespace)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"annotations\": {\"%s\": \"%s\"}}}".formatted(Founding.START_EMPTY, word));
    }
}
