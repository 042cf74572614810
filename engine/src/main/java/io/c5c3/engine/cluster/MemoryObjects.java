package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The objects of a {@link MemoryCluster} as an API server keeps them, with what it does to them by itself. */
final class MemoryObjects {

    private final Map<Ref, ObjectNode> objects = new TreeMap<>();
    private final Map<Ref, JsonNode> applied = new TreeMap<>();
    private final Clock clock;
    private long version;

    MemoryObjects(Clock clock) {
        this.clock = clock;
    }

    /** Grows with every change. */
    long version() {
        return version;
    }

    Optional<ObjectNode> find(Ref ref) {
        return Optional.ofNullable(objects.get(ref));
    }

    Stream<Map.Entry<Ref, ObjectNode>> all() {
        return objects.entrySet().stream();
    }

    /** Lays an intent over what is there, and takes away what the last one had besides. */
    ObjectNode apply(Class<? extends HasMetadata> kind, Ref ref, ObjectNode intent) {
        var base = objects.get(ref);
        var merged = base == null ? Json.MAPPER.createObjectNode() : base.deepCopy();
        var previous = applied.get(ref);
        if (previous != null) {
            withdraw(merged, previous, intent);
        }
        overlay(merged, intent);
        applied.put(ref, intent);
        return store(kind, ref, merged);
    }

    /** Takes away what the last intent had and this one has not. */
    private static void withdraw(ObjectNode target, JsonNode before, JsonNode now) {
        for (var field : before.properties()) {
            var name = field.getKey();
            if (!now.has(name)) {
                target.remove(name);
            } else if (field.getValue().isObject() && target.path(name).isObject()) {
                withdraw((ObjectNode) target.get(name), field.getValue(), now.get(name));
            }
        }
    }

    private static void overlay(ObjectNode target, ObjectNode source) {
        for (var field : source.properties()) {
            var there = target.get(field.getKey());
            if (field.getValue().isObject() && there != null && there.isObject()) {
                overlay((ObjectNode) there, (ObjectNode) field.getValue());
            } else if (!field.getValue().isNull()
                    && !(field.getValue() instanceof ArrayNode array && array.isEmpty())) {
                target.set(field.getKey(), field.getValue().deepCopy());
            }
        }
    }

    /** Puts it in the place of what is there under that name. */
    ObjectNode store(Class<? extends HasMetadata> kind, Ref ref, ObjectNode node) {
        var base = objects.get(ref);
        FilledIn.fillIn(kind, node);
        var metadata = node.withObject("/metadata");
        var identity = ref + "@" + clock.instant() + version;
        if (base == null) {
            metadata.put(
                    "uid",
                    UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                            .toString());
            metadata.put("creationTimestamp", clock.instant().toString());
            metadata.put("generation", 1);
        } else {
            metadata.set("uid", base.at("/metadata/uid"));
            metadata.set("creationTimestamp", base.at("/metadata/creationTimestamp"));
            var changed = !node.path("spec").equals(base.path("spec"));
            metadata.put("generation", base.at("/metadata/generation").asLong() + (changed ? 1 : 0));
            if (base.has("status") && !node.has("status")) {
                node.set("status", base.get("status"));
            }
        }
        version++;
        metadata.put("resourceVersion", Long.toString(version));
        objects.put(ref, node);
        if (!node.at("/metadata/deletionTimestamp").isMissingNode()
                && node.at("/metadata/finalizers").isEmpty()) {
            remove(ref);
        }
        return node;
    }

    void setStatus(Ref ref, Object status) {
        var node = objects.get(ref);
        if (node != null && !Json.MAPPER.valueToTree(status).equals(node.path("status"))) {
            version++;
            node.set("status", Json.MAPPER.valueToTree(status));
            node.withObject("/metadata").put("resourceVersion", Long.toString(version));
        }
    }

    void remove(Ref ref) {
        var node = objects.get(ref);
        if (node == null) {
            return;
        }
        version++;
        if (!node.at("/metadata/finalizers").isEmpty()) {
            node.withObject("/metadata")
                    .put("deletionTimestamp", clock.instant().toString());
            node.withObject("/metadata").put("resourceVersion", Long.toString(version));
            return;
        }
        objects.remove(ref);
        applied.remove(ref);
        var uid = node.at("/metadata/uid").asText();
        objects.entrySet().stream()
                .filter(entry -> ownedBy(entry.getValue(), uid))
                .map(Map.Entry::getKey)
                .toList()
                .forEach(this::remove);
    }

    private static boolean ownedBy(JsonNode node, String uid) {
        for (var owner : node.at("/metadata/ownerReferences")) {
            if (uid.equals(owner.path("uid").asText())) {
                return true;
            }
        }
        return false;
    }
}
