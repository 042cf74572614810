package io.c5c3.engine.cluster;

import io.c5c3.engine.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/**
 * Which objects of a kind are watched. Only what operators made, except for the kinds in which a person hands something in: Secrets,
 * ConfigMaps, Nodes and custom resources.
 */
record Selection(KubernetesClient client) {

    static final String BY_NAMESPACE = Cache.NAMESPACE_INDEX;

    /** Helm keeps its releases in Secrets of this type: large, many, and never ours to read. */
    private static final String HELM_RELEASE = "helm.sh/release.v1";

    <T extends HasMetadata> SharedIndexInformer<T> everywhere(Class<T> kind) {
        return selected(client.resources(kind).inAnyNamespace(), kind).runnableInformer(0);
    }

    <T extends HasMetadata> SharedIndexInformer<T> inside(String namespace, Class<T> kind) {
        return selected(client.resources(kind).inNamespace(namespace), kind)
                .runnableInformer(0)
                .removeNamespaceIndex();
    }

    private static <T extends HasMetadata> FilterWatchListDeletable<T, ?, Resource<T>> selected(
            FilterWatchListDeletable<T, ?, Resource<T>> all, Class<T> kind) {
        if (kind == Secret.class) {
            return all.withoutField("type", HELM_RELEASE);
        }
        if (kind == Pod.class) {
            return all.withLabel(Labels.MANAGED_BY, "c5c3");
        }
        return kind == Namespace.class || Sight.whole(kind) ? all : all.withLabel(Labels.OPERATOR);
    }
}
