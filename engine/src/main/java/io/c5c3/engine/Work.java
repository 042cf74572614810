package io.c5c3.engine;

import io.c5c3.engine.cluster.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Clock;
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

    public String operator() {
        return operator;
    }

    public String namespace() {
        return owner.getMetadata().getNamespace();
    }

    public Instant now() {
        return clock.instant();
    }

    public <P> P port(Class<P> type) {
        return ports.get(type);
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        var found = cluster.find(kind, namespace(), name);
        found.ifPresent(redaction::learn);
        return found;
    }

    @Override
    public <T extends HasMetadata> List<T> all(Class<T> kind) {
        return cluster.list(kind, namespace(), Map.of());
    }

    public <T extends HasMetadata> List<T> labelled(Class<T> kind, Map<String, String> labels) {
        return cluster.list(kind, namespace(), labels);
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        return cluster.serves(kind);
    }

    /** Applies an object that lives and dies with the resource. */
    public <T extends HasMetadata> T apply(T object) {
        redaction.learn(object);
        return cluster.apply(owned(labelled(object)));
    }

    /** Applies an object that outlives the resource. */
    public <T extends HasMetadata> T applyRetained(T object) {
        redaction.learn(object);
        return cluster.apply(labelled(object));
    }

    /** Creates an object that must never be made twice, or returns the one that is there. It outlives the resource. */
    public <T extends HasMetadata> T createRetained(T object) {
        var there = cluster.createOnce(labelled(object));
        redaction.learn(there);
        return there;
    }

    /** Creates an object that lives and dies with the resource, or returns the one that is there. */
    public <T extends HasMetadata> T createOwned(T object) {
        return cluster.createOnce(owned(labelled(object)));
    }

    public <T extends HasMetadata> T replace(T changed) {
        redaction.learn(changed);
        return cluster.replace(changed);
    }

    public void delete(Ref ref, boolean foreground) {
        cluster.delete(ref, foreground);
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
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion(owner.getApiVersion())
                        .withKind(owner.getKind())
                        .withName(owner.getMetadata().getName())
                        .withUid(owner.getMetadata().getUid())
                        .withController(true)
                        .withBlockOwnerDeletion(true)
                        .build()));
        return object;
    }
}
