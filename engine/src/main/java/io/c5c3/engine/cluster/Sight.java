package io.c5c3.engine.cluster;

import io.c5c3.engine.Labels;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Set;

/**
 * Which objects of a kind are watched: only what operators made, except for the kinds in which a person hands something in. That nothing
 * is seen under a name therefore does not say that nothing is there.
 */
public final class Sight {

    private static final Set<Class<?>> ALL = Set.of(Secret.class, ConfigMap.class, Node.class);

    private Sight() {}

    /** Whether a person's own are seen too. */
    static boolean whole(Class<? extends HasMetadata> kind) {
        return ALL.contains(kind) || CustomResource.class.isAssignableFrom(kind);
    }

    public static boolean shows(HasMetadata object) {
        var labels = object.getMetadata().getLabels();
        if (labels == null || whole(object.getClass())) {
            return whole(object.getClass());
        }
        // Pods are made by workloads, from templates that say so.
        return object instanceof Pod
                ? "c5c3".equals(labels.get(Labels.MANAGED_BY))
                : labels.containsKey(Labels.OPERATOR);
    }
}
