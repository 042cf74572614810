package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

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

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    public record Event(Ref about, boolean warning, String reason, String message) {}

    private final MemoryObjects objects;
    private final Set<Class<?>> notServed = new HashSet<>();
    private final List<Event> events = new ArrayList<>();
    private final List<String> writes = new ArrayList<>();
    private final List<String> liveReads = new ArrayList<>();
    private Interference interference = new Interference() {};

    public MemoryCluster(Clock clock) {
        this.objects = new MemoryObjects(clock);
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
        return objects.version();
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return objects.find(Ref.of(kind, namespace, name)).map(node -> read(kind, node));
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        var like = Ref.of(kind, namespace, "");
        return objects.all()
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
            refuseAnother(ref, objects.find(ref), there, intent);
            return objects.apply(kind, ref, (ObjectNode) intent.tree());
        });
    }

    /** One that came by its name since we looked: with a UID any is refused, without force one that says otherwise. */
    private static void refuseAnother(
            Ref ref, Optional<ObjectNode> there, Optional<? extends HasMetadata> seen, Intent<?> intent) {
        var same = there.map(node -> node.at("/metadata/uid").asText())
                .equals(seen.map(object -> object.getMetadata().getUid()));
        var refused = seen.isPresent()
                ? !same
                : there.filter(node -> differs(intent.tree(), node)).isPresent();
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
                    var first = objects.find(ref);
                    if (first.isEmpty()) {
                        return objects.store(kind, ref, Json.MAPPER.valueToTree(object));
                    }
                    claim.granted(read(kind, first.get()));
                    return first.get();
                }));
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        var ref = Ref.of(changed);
        return write("replace " + ref, kind(changed), () -> {
            var base = objects.find(ref)
                    .orElseThrow(() -> new KubernetesClientException(ref + " not found", NOT_FOUND, null));
            if (!base.at("/metadata/resourceVersion")
                    .asText()
                    .equals(changed.getMetadata().getResourceVersion())) {
                throw new KubernetesClientException(ref + " has changed", CONFLICT, null);
            }
            return objects.store(kind(changed), ref, Json.MAPPER.valueToTree(changed));
        });
    }

    @Override
    public void delete(HasMetadata seen, boolean foreground) {
        var ref = Ref.of(seen);
        if (objects.find(ref).isEmpty()) {
            return;
        }
        var uid = seen.getMetadata().getUid();
        guarded(
                "delete " + ref,
                () -> objects.find(ref)
                        .filter(node -> node.at("/metadata/uid").asText().equals(uid))
                        .ifPresent(node -> objects.remove(ref)));
    }

    @Override
    public void writeStatus(HasMetadata resource, Map<String, ?> status) {
        guarded("status " + Ref.of(resource), () -> objects.setStatus(Ref.of(resource), status));
    }

    @Override
    public void record(HasMetadata about, boolean warning, String reason, String message) {
        events.add(new Event(Ref.of(about), warning, reason, message));
    }

    /** A change by somebody who is not the operator: neither counted nor interfered with. */
    public <T extends HasMetadata> T put(T object) {
        var ref = Ref.of(object);
        return read(kind(object), objects.store(kind(object), ref, Json.MAPPER.valueToTree(object)));
    }

    public void setStatus(Ref ref, Object status) {
        objects.setStatus(ref, status);
    }

    public <T extends HasMetadata> void edit(Class<T> kind, String namespace, String name, Consumer<T> change) {
        var object = find(kind, namespace, name).orElseThrow();
        change.accept(object);
        put(object);
    }

    public void take(Ref ref) {
        objects.remove(ref);
    }

    @Override
    public Map<String, JsonNode> snapshot() {
        var snapshot = new TreeMap<String, JsonNode>();
        objects.all()
                .forEach(entry -> snapshot.put(
                        entry.getKey().namespace() + "/" + entry.getKey(),
                        entry.getValue().deepCopy()));
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

    private <T extends HasMetadata> T read(Class<T> kind, ObjectNode node) {
        return Json.KUBERNETES.convertValue(node, kind);
    }
}
