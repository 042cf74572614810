package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.Digest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Writes objects as they are meant to be, and only those that the cluster does not have so already. What was written is remembered on
 * the object itself, as a digest: that also tells when a field was taken out of a document since.
 */
public final class Applier {
    public static final String APPLIED = "c5c3.io/applied";
    private static final String FIELD_MANAGER = "c5c3-cli";
    private static final int GOING_MINUTES = 2;

    private final Kinds kinds;
    private final KubernetesSerialization serialization;

    /**
     * How it went.
     *
     * @param changed whether a write was needed
     */
    public record Result(GenericKubernetesResource live, boolean changed) {}

    public Applier(KubernetesClient client, Kinds kinds) {
        this.kinds = kinds;
        this.serialization = client.getKubernetesSerialization();
    }

    public Result apply(GenericKubernetesResource document) {
        var desired = serialization.clone(document);
        var digest = Digest.of(desired);
        annotate(desired, digest);
        var object = kinds.object(desired);
        var live = object.get();
        if (live != null && live.getMetadata().getDeletionTimestamp() != null) {
            awaitGone(object, live);
            live = null;
        }
        if (live != null
                && digest.equals(annotation(live))
                && Drift.between(live, desired).isEmpty()) {
            return new Result(live, false);
        }
        return new Result(write(object, desired), true);
    }

    private static GenericKubernetesResource write(
            Resource<GenericKubernetesResource> object, GenericKubernetesResource desired) {
        try {
            return object.fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 422 || e.getCode() == 400) {
                throw new Failure(
                        name(desired) + " was refused: " + Refusal.reason(e) + " Correct it and run the command again.",
                        e);
            }
            throw e;
        }
    }

    /** An object that is on its way out cannot be written to, and what is written now would go with it. */
    private static void awaitGone(Resource<GenericKubernetesResource> object, GenericKubernetesResource live) {
        try {
            object.waitUntilCondition(Objects::isNull, GOING_MINUTES, TimeUnit.MINUTES);
        } catch (KubernetesClientTimeoutException e) {
            throw new Failure(
                    name(live) + " has been on its way out since "
                            + live.getMetadata().getDeletionTimestamp()
                            + " and does not go: './c5c3 operator logs' may say why.",
                    e);
        }
    }

    private static String name(GenericKubernetesResource object) {
        return object.getKind() + "/" + object.getMetadata().getName();
    }

    private static String annotation(GenericKubernetesResource object) {
        var annotations = object.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(APPLIED, "");
    }

    private static void annotate(GenericKubernetesResource object, String digest) {
        var annotations = new TreeMap<>(
                Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of()));
        annotations.put(APPLIED, digest);
        object.getMetadata().setAnnotations(annotations);
    }
}
