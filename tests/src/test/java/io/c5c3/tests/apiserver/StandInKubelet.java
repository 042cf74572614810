package io.c5c3.tests.apiserver;

import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * A cluster without nodes runs no pods and has no disks; this gives each pod the status it would have if it ran, and each claim a volume.
 * The controllers are the real ones.
 */
final class StandInKubelet implements AutoCloseable {

    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<PersistentVolumeClaim> claims;

    StandInKubelet(KubernetesClient client) {
        this.client = client;
        this.pods = client.pods().inAnyNamespace().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                run(pod);
            }

            @Override
            public void onUpdate(Pod before, Pod after) {
                run(after);
            }

            @Override
            public void onDelete(Pod pod, boolean unknown) {}
        });
        this.claims = client.persistentVolumeClaims().inAnyNamespace().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(PersistentVolumeClaim claim) {
                provide(claim);
            }

            @Override
            public void onUpdate(PersistentVolumeClaim before, PersistentVolumeClaim after) {}

            @Override
            public void onDelete(PersistentVolumeClaim claim, boolean unknown) {}
        });
    }

    private void run(Pod pod) {
        try {
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                client.resource(pod).withGracePeriod(0).delete();
            } else if ("Pending".equals(pod.getStatus().getPhase())) {
                client.resource(pod)
                        .subresource("status")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(status(pod)));
            }
        } catch (KubernetesClientException e) {
            // Changed or gone meanwhile: the next event brings it again.
        }
    }

    private void provide(PersistentVolumeClaim claim) {
        var volume = new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName("volume-" + claim.getMetadata().getUid())
                .endMetadata()
                .withNewSpec()
                .withCapacity(claim.getSpec().getResources().getRequests())
                .withAccessModes(claim.getSpec().getAccessModes())
                .withPersistentVolumeReclaimPolicy("Retain")
                .withStorageClassName(claim.getSpec().getStorageClassName())
                .withNewHostPath("/nonexistent", "")
                .withNewClaimRef()
                .withApiVersion("v1")
                .withKind("PersistentVolumeClaim")
                .withNamespace(claim.getMetadata().getNamespace())
                .withName(claim.getMetadata().getName())
                .withUid(claim.getMetadata().getUid())
                .endClaimRef()
                .endSpec()
                .build();
        try {
            client.resource(volume).create();
        } catch (KubernetesClientException e) {
            // There already.
        }
    }

    private static Map<String, Object> status(Pod pod) {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var task = "Never".equals(pod.getSpec().getRestartPolicy());
        return Map.of(
                "status",
                Map.of(
                        "phase",
                        task ? "Succeeded" : "Running",
                        "startTime",
                        now,
                        "conditions",
                        List.of(Map.of(
                                "type", "Ready", "status", task ? "False" : "True", "lastTransitionTime", now))));
    }

    @Override
    public void close() {
        pods.stop();
        claims.stop();
    }
}
