package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The labels on everything an operator makes. */
public final class Labels {

    /** The operator that made the object; every watch of ours filters by it. */
    public static final String OPERATOR = "c5c3.io/operator";

    /** The resource the object was made for, as kind.name: it also stands where an owner reference must not (retained data). */
    public static final String OWNER = "c5c3.io/owner";

    private Labels() {}

    public static Map<String, String> ownedBy(String operator, HasMetadata owner) {
        return Map.of(OPERATOR, operator, OWNER, owner(owner));
    }

    public static String owner(HasMetadata owner) {
        return owner.getKind().toLowerCase(Locale.ROOT) + "."
                + owner.getMetadata().getName();
    }

    /** The recommended labels of Kubernetes, for one component of a service. */
    public static Map<String, String> of(String service, String instance, String component) {
        var labels = new TreeMap<>(selector(service, instance, component));
        labels.put("app.kubernetes.io/part-of", "cobaltcore");
        labels.put("app.kubernetes.io/managed-by", "c5c3");
        return labels;
    }

    /** The labels by which a Service or a workload picks its pods; they never change. */
    public static Map<String, String> selector(String service, String instance, String component) {
        return new TreeMap<>(Map.of(
                "app.kubernetes.io/name", service,
                "app.kubernetes.io/instance", instance,
                "app.kubernetes.io/component", component));
    }
}
