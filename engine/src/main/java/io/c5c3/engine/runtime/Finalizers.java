package io.c5c3.engine.runtime;

import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Our hold on a resource of one kind: it does not go before what was made for it is taken down. */
final class Finalizers<R extends CustomResource<?, ?>> {

    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final Class<R> kind;
    private final String name;

    /** Its own. An operator that makes resources for itself would otherwise take back all it wrote in them. */
    private final String fieldManager;

    Finalizers(KubernetesClient client, Blueprint<R> blueprint) {
        this.client = client;
        this.kind = blueprint.kind();
        this.name = HasMetadata.getGroup(kind) + "/finalizer";
        this.fieldManager = "c5c3-" + blueprint.operator() + "-finalizer";
    }

    boolean on(R resource) {
        return finalizers(resource).contains(name);
    }

    /** Takes hold of the resource as we know it; a conflict if it has changed. */
    R hold(R resource) {
        var more = finalizers(resource);
        more.add(name);
        return patch(resource, more);
    }

    /** Lets go of the resource. It may be gone already. */
    void release(R resource) {
        var fewer = finalizers(resource);
        fewer.remove(name);
        try {
            patch(resource, fewer);
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND) {
                throw e;
            }
        }
    }

    private static List<String> finalizers(HasMetadata resource) {
        var there = resource.getMetadata().getFinalizers();
        return there == null ? new ArrayList<>() : new ArrayList<>(there);
    }

    /** This very resource in this very state, or none: others have finalizers in the same list. */
    private R patch(R resource, List<String> finalizers) {
        var metadata = resource.getMetadata();
        var changes = List.of(
                Map.of("op", "test", "path", "/metadata/uid", "value", metadata.getUid()),
                Map.of("op", "replace", "path", "/metadata/resourceVersion", "value", metadata.getResourceVersion()),
                Map.of("op", "add", "path", "/metadata/finalizers", "value", finalizers));
        return client.resources(kind)
                .inNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.JSON)
                                .withFieldManager(fieldManager)
                                .build(),
                        Json.MAPPER.valueToTree(changes).toString());
    }
}
