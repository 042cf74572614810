package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The labels on everything an operator makes. */
public final class Labels {

    /** The operator that made the object; every watch of ours filters by it. */
    public static final String OPERATOR = "c5c3.io/operator";

    /**
     * The resource the object was made for, as kind.group_name: what is looked for by it. Whose the object is says {@link Owner#RECORD}
     * alone, which has room for all of it.
     */
    public static final String OWNER = "c5c3.io/owner";

    /** On pods too: what is there by our doing. */
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    /** The longest value of a label that the API server takes. */
    private static final int LONGEST = 63;

    private Labels() {}

    public static Map<String, String> ownedBy(String operator, HasMetadata owner) {
        return Map.of(OPERATOR, operator, OWNER, owner(owner));
    }

    public static String owner(HasMetadata owner) {
        return owner(
                HasMetadata.getGroup(owner.getClass()),
                owner.getKind(),
                owner.getMetadata().getName());
    }

    public static String owner(String group, String kind, String name) {
        return fitting(kind.toLowerCase(Locale.ROOT) + "." + group + "_" + name);
    }

    /** The same on an object of another namespace than its owner's. */
    static String ownerElsewhere(Owner owner) {
        return fitting(owner.kind().toLowerCase(Locale.ROOT) + "." + owner.group() + "_" + owner.namespace() + "_"
                + owner.name());
    }

    /** Long ones keep their beginning, and end in a digest of the whole. */
    private static String fitting(String value) {
        if (value.length() <= LONGEST) {
            return value;
        }
        var digest = Digest.of(value);
        return value.substring(0, LONGEST - 1 - digest.length()) + "_" + digest;
    }

    /** The recommended labels of Kubernetes, for one component of a service. */
    public static Map<String, String> of(String service, String instance, String component) {
        var labels = new TreeMap<>(selector(service, instance, component));
        labels.put("app.kubernetes.io/part-of", "cobaltcore");
        labels.put(MANAGED_BY, "c5c3");
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
