package io.c5c3.engine;

import io.c5c3.engine.cluster.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One look at one resource: what its steps work with, and what they leave behind for the status and the metrics. */
public final class Work implements Facts {

    private final HasMetadata owner;
    private final String operator;
    private final Cluster cluster;
    private final Ports ports;
    private final Clock clock;
    private final Map<String, @Nullable Object> status = new TreeMap<>();
    private final Map<String, Double> measures = new TreeMap<>();
    private final Redaction redaction = new Redaction();
    private final View view = new View();

    public Work(HasMetadata owner, String operator, Cluster cluster, Ports ports, Clock clock) {
        this.owner = owner;
        this.operator = operator;
        this.cluster = cluster;
        this.ports = ports;
        this.clock = clock;
    }

    public HasMetadata owner() {
        return owner;
    }

    /** What is written on everything that is made for the resource. */
    public Owner self() {
        return Owner.of(owner);
    }

    public String operator() {
        return operator;
    }

    public String namespace() {
        return owner.getMetadata().getNamespace();
    }

    public Instant now() {
        return clock.instant();
    }

    /** How long ago somebody asked for the resource to be deleted. */
    Duration deletedFor() {
        var since = owner.getMetadata().getDeletionTimestamp();
        return since == null ? Duration.ZERO : Duration.between(Instant.parse(since), now());
    }

    public <P> P port(Class<P> type) {
        return ports.get(type);
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        return find(kind, scope(kind), name);
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return view.one(kind, namespace + "/" + name, () -> {
            var found = cluster.find(kind, namespace, name);
            found.ifPresent(redaction::learn);
            return found;
        });
    }

    @Override
    public <T extends HasMetadata> List<T> all(Class<T> kind) {
        return labelled(kind, Map.of());
    }

    public <T extends HasMetadata> List<T> labelled(Class<T> kind, Map<String, String> labels) {
        return view.many(kind, labels, () -> cluster.list(kind, scope(kind), labels));
    }

    /** Where a kind is looked for: with the resource, or, if its objects belong to the whole cluster, in no namespace. */
    private String scope(Class<? extends HasMetadata> kind) {
        return Namespaced.class.isAssignableFrom(kind) ? namespace() : "";
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return cluster.serves(kind);
    }

    /** Applies an object that lives and dies with the resource. */
    public <T extends HasMetadata> T apply(T object) {
        return written(object, cluster.apply(owned(labelled(object))));
    }

    /** Applies an object that is made for the resource and goes when {@code other} goes, such as an entry for a Node. */
    public <T extends HasMetadata> T applyWith(HasMetadata other, T object) {
        object.getMetadata().setOwnerReferences(List.of(reference(other).build()));
        return written(object, cluster.apply(labelled(object)));
    }

    /** Applies an object that outlives the resource. */
    public <T extends HasMetadata> T applyRetained(T object) {
        return written(object, cluster.apply(labelled(object)));
    }

    /**
     * Applies an object in another namespace, where neither owner references nor pruning reach: whoever makes it there must also take it
     * away. Its labels tell {@link #madeElsewhere} whose it is.
     */
    public <T extends HasMetadata> T applyIn(String namespace, T object) {
        var metadata = object.getMetadata();
        metadata.setNamespace(namespace);
        metadata.setLabels(new TreeMap<>(Map.of(Labels.OPERATOR, operator, Labels.OWNER, ownerElsewhere())));
        return written(object, cluster.apply(object));
    }

    /** Whether an object of another namespace was made for this resource. */
    public boolean madeElsewhere(HasMetadata object) {
        var labels = object.getMetadata().getLabels();
        return labels != null && ownerElsewhere().equals(labels.get(Labels.OWNER));
    }

    private String ownerElsewhere() {
        return namespace() + "." + Labels.owner(owner);
    }

    /** Creates an object that must never be made twice, or returns the one that is there. It outlives the resource. */
    public <T extends HasMetadata> T createRetained(T object) {
        return written(object, cluster.createOnce(labelled(object)));
    }

    /** The same for an object that belongs to nobody: others rely on it as much as this resource, so no pruning may reach it. */
    public <T extends HasMetadata> T createShared(T object) {
        object.getMetadata().setNamespace(namespace());
        return written(object, cluster.createOnce(object));
    }

    /** Creates an object that lives and dies with the resource, or returns the one that is there. */
    public <T extends HasMetadata> T createOwned(T object) {
        return written(object, cluster.createOnce(owned(labelled(object))));
    }

    public <T extends HasMetadata> T replace(T changed) {
        return written(changed, cluster.replace(changed));
    }

    private <T extends HasMetadata> T written(T sent, T there) {
        redaction.learn(sent);
        redaction.learn(there);
        view.forget(sent.getKind());
        return there;
    }

    public void delete(Ref ref, boolean foreground) {
        cluster.delete(ref, foreground);
        view.forget(ref.kind());
    }

    /** Sets a field of the resource's status; null clears it. Fields that no step sets keep their last value. */
    public void status(String field, @Nullable Object value) {
        status.put(field, value);
    }

    public Map<String, @Nullable Object> status() {
        return status;
    }

    /** Reports a figure to the operator's metrics, under {@code <operator>_operator_<name>}. */
    public void measure(String name, double value) {
        measures.put(name, value);
    }

    public Map<String, Double> measures() {
        return measures;
    }

    /** The text without any secret value that was read in this look. */
    public String redacted(String text) {
        return redaction.clean(text);
    }

    /**
     * A digest of what these Secrets hold, to be written where a change must be noticed. Absent Secrets count as empty.
     */
    public String digest(Collection<String> secretNames) {
        var content = new LinkedHashMap<String, Object>();
        for (var name : new TreeSet<>(secretNames)) {
            content.put(
                    name,
                    find(Secret.class, name)
                            .map(Secret::getData)
                            .map(TreeMap::new)
                            .orElseGet(TreeMap::new));
        }
        return Digest.of(content);
    }

    /** The labels by which everything this resource made is found again. */
    public Map<String, String> ownerLabels() {
        return Labels.ownedBy(operator, owner);
    }

    private <T extends HasMetadata> T labelled(T object) {
        var metadata = object.getMetadata();
        metadata.setNamespace(namespace());
        var labels = new TreeMap<String, String>();
        if (metadata.getLabels() != null) {
            labels.putAll(metadata.getLabels());
        }
        labels.putAll(ownerLabels());
        metadata.setLabels(labels);
        return object;
    }

    private <T extends HasMetadata> T owned(T object) {
        object.getMetadata()
                .setOwnerReferences(List.of(reference(owner)
                        .withController(true)
                        .withBlockOwnerDeletion(true)
                        .build()));
        return object;
    }

    private static OwnerReferenceBuilder reference(HasMetadata to) {
        return new OwnerReferenceBuilder()
                .withApiVersion(to.getApiVersion())
                .withKind(to.getKind())
                .withName(to.getMetadata().getName())
                .withUid(to.getMetadata().getUid());
    }
}
