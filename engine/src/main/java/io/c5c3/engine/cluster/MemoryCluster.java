package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory: resource versions, generations, server-side apply of one manager, conflicts, finalizers and garbage collection, as
 * far as steps can tell the difference. Every write is announced before and after it happens, so that a test can make it fail there.
 */
public final class MemoryCluster implements Cluster, Interfered {

    /** Called around each write with a description; an exception from it is the fault. */
    public interface Interference {
        default void before(String write) {}

        default void after(String write) {}
    }

    private static final int CONFLICT = 409;

    public record Event(Ref about, boolean warning, String reason, String message) {}

    // Shared: a mapper learns the shape of every class once, and learning is most of what a short test does.

    private final Map<Ref, ObjectNode> objects = new TreeMap<>();
    private final Map<Ref, JsonNode> applied = new TreeMap<>();
    private final Set<Class<?>> notServed = new HashSet<>();
    private final List<Event> events = new ArrayList<>();
    private final List<String> writes = new ArrayList<>();
    private final List<String> liveReads = new ArrayList<>();
    private final Clock clock;
    private Interference interference = new Interference() {};
    private long version;

    public MemoryCluster(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void interfere(Interference with) {
        interference = with;
    }

    /** Makes the cluster one on which this kind is not installed. */
    public void without(Class<? extends HasMetadata> kind) {
        notServed.add(kind);
    }

    /** Somebody installs what was not there. */
    public void install(Class<? extends HasMetadata> kind) {
        notServed.remove(kind);
    }

    /** Every write request so far, as verb and object. */
    public List<String> writes() {
        return List.copyOf(writes);
    }

    /** Every look past the watches so far. */
    public List<String> liveReads() {
        return List.copyOf(liveReads);
    }

    public List<Event> events() {
        return List.copyOf(events);
    }

    /** Grows with every change. */
    public long version() {
        return version;
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return Optional.ofNullable(objects.get(Ref.of(kind, namespace, name))).map(node -> read(kind, node));
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        var like = Ref.of(kind, namespace, "");
        return objects.entrySet().stream()
                .filter(entry -> entry.getKey().kind().equals(like.kind())
                        && entry.getKey().apiVersion().equals(like.apiVersion())
                        && (namespace.isEmpty() || entry.getKey().namespace().equals(namespace)))
                .map(Map.Entry::getValue)
                .filter(node -> carries(node, labels))
                .map(node -> read(kind, node))
                .toList();
    }

    private static boolean carries(JsonNode node, Map<String, String> labels) {
        var there = node.at("/metadata/labels");
        return labels.entrySet().stream()
                .allMatch(label ->
                        label.getValue().equals(there.path(label.getKey()).textValue()));
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return !notServed.contains(kind);
    }

    /** Open, and free for everything, unless somebody has put the Namespace itself there: then its labels tell. */
    @Override
    public Standing standing(String namespace) {
        return find(Namespace.class, "", namespace)
                .map(there -> {
                    var labels = Objects.requireNonNullElse(there.getMetadata().getLabels(), Map.<String, String>of());
                    return new Standing(
                            "true".equals(labels.get(Enrolment.LABEL))
                                    ? Standing.State.OPEN
                                    : Standing.State.NOT_ENROLLED,
                            "true".equals(labels.get(Enrolment.PRIVILEGED)),
                            there.getMetadata().getDeletionTimestamp() != null);
                })
                .orElseGet(() -> new Standing(Standing.State.OPEN, true, false));
    }

    @Override
    public <T extends HasMetadata> T apply(T desired) {
        var claim = Claim.of(desired);
        var intent = Intent.of(desired);
        var ref = Ref.of(desired);
        var kind = kind(desired);
        var there = find(kind, ref.namespace(), ref.name());
        if (there.filter(Sight::shows).isEmpty()) {
            liveReads.add("get " + ref);
        }
        there.ifPresent(claim::granted);
        if (intent.fulfilledBy(there)) {
            return there.orElseThrow();
        }
        Volumes.comingWith(desired, there)
                .forEach(volume -> find(
                                PersistentVolumeClaim.class,
                                ref.namespace(),
                                volume.getMetadata().getName())
                        .ifPresent(claim::granted));
        return write("apply " + ref, kind, () -> {
            var base = objects.get(ref);
            refuseAnother(ref, base, there, intent);
            var merged = base == null ? Json.MAPPER.createObjectNode() : base.deepCopy();
            var previous = applied.get(ref);
            if (previous != null) {
                withdraw(merged, previous, intent.tree());
            }
            overlay(merged, (ObjectNode) intent.tree());
            applied.put(ref, intent.tree());
            return store(kind, ref, merged, base);
        });
    }

    /** One that came by its name since we looked: with a UID any is refused, without force one that says otherwise. */
    private static void refuseAnother(
            Ref ref, @Nullable ObjectNode base, Optional<? extends HasMetadata> seen, Intent<?> intent) {
        var refused = seen.isPresent()
                ? base == null
                        || !base.at("/metadata/uid")
                                .asText()
                                .equals(seen.get().getMetadata().getUid())
                : base != null && differs(intent.tree(), base);
        if (refused) {
            throw new KubernetesClientException(ref + " is another one", CONFLICT, null);
        }
    }

    private static boolean differs(JsonNode wanted, JsonNode there) {
        if (wanted.isObject() && there.isObject()) {
            return wanted.properties().stream()
                    .anyMatch(
                            field -> there.has(field.getKey()) && differs(field.getValue(), there.get(field.getKey())));
        }
        return !wanted.equals(there);
    }

    @SuppressWarnings("unchecked") // an object is of its own class
    private static <T extends HasMetadata> Class<T> kind(T object) {
        return (Class<T>) object.getClass();
    }

    @Override
    public <T extends HasMetadata> T createOnce(T object) {
        var claim = Claim.of(object);
        var ref = Ref.of(object);
        var kind = kind(object);
        return find(kind, ref.namespace(), ref.name())
                .map(claim::granted)
                .orElseGet(() -> write("create " + ref, kind, () -> {
                    var first = objects.get(ref);
                    if (first == null) {
                        return store(kind, ref, Json.MAPPER.valueToTree(object), null);
                    }
                    claim.granted(read(kind, first));
                    return first;
                }));
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        var ref = Ref.of(changed);
        return write("replace " + ref, kind(changed), () -> {
            var base = objects.get(ref);
            if (base == null) {
                throw new KubernetesClientException(ref + " not found", 404, null);
            }
            if (!base.at("/metadata/resourceVersion")
                    .asText()
                    .equals(changed.getMetadata().getResourceVersion())) {
                throw new KubernetesClientException(ref + " has changed", CONFLICT, null);
            }
            return store(kind(changed), ref, Json.MAPPER.valueToTree(changed), base);
        });
    }

    @Override
    public void delete(HasMetadata seen, boolean foreground) {
        var ref = Ref.of(seen);
        if (!objects.containsKey(ref)) {
            return;
        }
        var uid = seen.getMetadata().getUid();
        guarded(
                "delete " + ref,
                () -> Optional.ofNullable(objects.get(ref))
                        .filter(node -> node.at("/metadata/uid").asText().equals(uid))
                        .ifPresent(node -> remove(ref)));
    }

    private void remove(Ref ref) {
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

    @Override
    public void writeStatus(HasMetadata resource, Map<String, ?> status) {
        guarded("status " + Ref.of(resource), () -> setStatus(Ref.of(resource), status));
    }

    @Override
    public void record(HasMetadata about, boolean warning, String reason, String message) {
        events.add(new Event(Ref.of(about), warning, reason, message));
    }

    /** A change by somebody who is not the operator: neither counted nor interfered with. */
    public <T extends HasMetadata> T put(T object) {
        var ref = Ref.of(object);
        return read(kind(object), store(kind(object), ref, Json.MAPPER.valueToTree(object), objects.get(ref)));
    }

    public void setStatus(Ref ref, Object status) {
        var node = objects.get(ref);
        if (node != null && !Json.MAPPER.valueToTree(status).equals(node.path("status"))) {
            version++;
            node.set("status", Json.MAPPER.valueToTree(status));
            node.withObject("/metadata").put("resourceVersion", Long.toString(version));
        }
    }

    public <T extends HasMetadata> void edit(Class<T> kind, String namespace, String name, Consumer<T> change) {
        var object = find(kind, namespace, name).orElseThrow();
        change.accept(object);
        put(object);
    }

    public void take(Ref ref) {
        remove(ref);
    }

    @Override
    public Map<String, JsonNode> snapshot() {
        var snapshot = new TreeMap<String, JsonNode>();
        objects.forEach((ref, node) -> snapshot.put(ref.namespace() + "/" + ref, node.deepCopy()));
        return snapshot;
    }

    private interface Change {
        ObjectNode make();
    }

    private <T extends HasMetadata> T write(String what, Class<T> kind, Change change) {
        var result = new ArrayList<ObjectNode>();
        guarded(what, () -> result.add(change.make()));
        return read(kind, result.getFirst());
    }

    private void guarded(String what, Runnable change) {
        interference.before(what);
        writes.add(what);
        change.run();
        interference.after(what);
    }

    private ObjectNode store(Class<? extends HasMetadata> kind, Ref ref, ObjectNode node, @Nullable ObjectNode base) {
        fillIn(kind, node);
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

    /** As an API server does it: what was left out of a resource of ours is there once it is stored. */
    private static void fillIn(Class<? extends HasMetadata> kind, ObjectNode node) {
        if (node.has("spec")
                && CustomResource.class.isAssignableFrom(kind)
                && Json.KUBERNETES.convertValue(node, kind) instanceof CustomResource<?, ?> resource) {
            node.set("spec", under(node.get("spec"), Json.MAPPER.valueToTree(resource.getSpec())));
        }
    }

    /** What was written, with what was filled in below it: a plane's mistakes are stored like all else. */
    private static JsonNode under(JsonNode written, JsonNode filled) {
        if (written.isObject() && filled.isObject()) {
            var both = (ObjectNode) filled.deepCopy();
            written.properties()
                    .forEach(field -> both.set(
                            field.getKey(),
                            filled.has(field.getKey())
                                    ? under(field.getValue(), filled.get(field.getKey()))
                                    : field.getValue()));
            return both;
        }
        if (written.isArray() && filled.isArray() && written.size() == filled.size()) {
            var both = Json.MAPPER.createArrayNode();
            for (var i = 0; i < written.size(); i++) {
                both.add(under(written.get(i), filled.get(i)));
            }
            return both;
        }
        return written;
    }

    private <T extends HasMetadata> T read(Class<T> kind, ObjectNode node) {
        return Json.KUBERNETES.convertValue(node, kind);
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
}
