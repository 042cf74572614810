package io.c5c3.tests.system;

import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The examples of the design, with the sizes that one small node has and the releases that there are images of. */
final class OneNode {

    private static final Map<String, Object> SIZES = Map.of(
            "replicas",
            1,
            "minAvailable",
            1,
            "concurrency",
            1,
            "maxMemoryMB",
            32,
            "cpu",
            "10m",
            "memory",
            "64Mi",
            "size",
            "1Gi",
            "storageSize",
            "1Gi");

    /** One for each replica. */
    private static final Set<String> MEMBERS = Set.of("servers", "hosts");

    /** Debian's OVN and OVS, and the Tempest that knows this release, are younger than those of the examples. */
    private static final Map<Object, String> TAGS = Map.of("24.03.4", "25.03", "3.4.1", "3.5", "41.0.0", "47.0.0");

    /** Of those that leave it open. */
    private static final String NAMESPACE = "openstack";

    private OneNode() {}

    /**
     * The example of that name.
     *
     * @param more options of the spec to write besides those of the example
     */
    @SuppressWarnings("unchecked")
    static String example(String name, Map<String, ?> more) {
        var example =
                Examples.in(Repository.file("samples/design/" + name + ".yaml")).getFirst();
        var fields = example.getAdditionalProperties();
        var spec = (Map<String, Object>) shrunk(fields.get("spec"));
        spec.putAll(more);
        fields.put("spec", spec);
        fields.remove("status");
        if (example.getMetadata().getNamespace() == null) {
            example.getMetadata().setNamespace(NAMESPACE);
        }
        return Serialization.asYaml(example);
    }

    private static Object shrunk(Object node) {
        return switch (node) {
            case Map<?, ?> map -> {
                var small = new LinkedHashMap<String, Object>();
                map.forEach((key, value) -> small.put((String) key, shrunk((String) key, value)));
                yield small;
            }
            case List<?> list -> list.stream().map(OneNode::shrunk).toList();
            default -> node;
        };
    }

    private static Object shrunk(String key, Object value) {
        if (value instanceof List<?> list && MEMBERS.contains(key)) {
            return list.subList(0, 1);
        }
        if (value instanceof Map || value instanceof List) {
            return shrunk(value);
        }
        return "tag".equals(key) ? TAGS.getOrDefault(value, (String) value) : SIZES.getOrDefault(key, value);
    }
}
