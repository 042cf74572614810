package io.c5c3.engine;

import io.c5c3.api.common.UsesNodes;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.engine.cluster.Cluster;
import io.c5c3.engine.kube.HostReach;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One look at one resource: what its steps work with, and what they leave behind for the metrics. */
public final class Work implements Facts {

    private final HasMetadata owner;
    private final String operator;
    private final Cluster cluster;
    private final Ports ports;
    private final Clock clock;
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
    public Duration deletedFor() {
        var since = owner.getMetadata().getDeletionTimestamp();
        return since == null ? Duration.ZERO : Duration.between(Instant.parse(since), now());
    }

    public <P> P port(Class<P> type) {
        return ports.get(type);
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
        return lookUp(kind, scope(kind), name);
    }

    @Override
    public Elsewhere elsewhere(Ref target) {
        return new Way(this, target);
    }

    @Override
    public <R extends CustomResource<?, ?> & UsesNodes> SortedMap<String, Owner> takenNodes(
            R resource, Collection<Class<? extends HasMetadata>> rivals) {
        return new NodeClaims(cluster).taken(resource, rivals);
    }

    @Override
    public Optional<String> address(String namespace, String service) {
        return lookUp(Service.class, namespace, service)
                .map(found -> found.getSpec().getClusterIP())
                .filter(ip -> ip != null && !ip.isBlank() && !"None".equals(ip));
    }

    /** Looks into any namespace; for {@link Way}, which knows who may. */
    <T extends HasMetadata> Optional<T> lookUp(Class<T> kind, String namespace, String name) {
        return view.one(kind, namespace + "/" + name, () -> {
            var found = cluster.find(kind, namespace, name);
            found.ifPresent(redaction::learn);
            return found;
        });
    }

    /** What the owners of another namespace allow this resource. */
    Grants grants(String namespace) {
        return new Grants(
                self(),
                serves(ReferenceGrant.class)
                        ? view.many(
                                ReferenceGrant.class,
                                Map.of("of", namespace),
                                () -> cluster.list(ReferenceGrant.class, namespace, Map.of()))
                        : List.of());
    }

    @Override
    public <T extends HasMetadata> List<T> all(Class<T> kind) {
        return labelled(kind, Map.of());
    }

    public <T extends HasMetadata> List<T> labelled(Class<T> kind, Map<String, String> labels) {
        return view.many(kind, labels, () -> cluster.list(kind, scope(kind), labels));
    }

    /** Everything of a kind that was made for this resource. Nobody is told when it changes: this is for clearing up. */
    <T extends HasMetadata> List<T> made(Class<T> kind) {
        return cluster.listUnwatched(kind, scope(kind), ownerLabels());
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
        return written(object, cluster.apply(allowed(owned(labelled(object)))));
    }

    /** Applies an object that is made for the resource and goes when {@code other} goes, such as an entry for a Node. */
    public <T extends HasMetadata> T applyWith(HasMetadata other, T object) {
        object.getMetadata().setOwnerReferences(List.of(reference(other).build()));
        return written(object, cluster.apply(allowed(labelled(object))));
    }

    /** Applies an object that outlives the resource. */
    public <T extends HasMetadata> T applyRetained(T object) {
        return written(object, cluster.apply(allowed(labelled(object))));
    }

    /**
     * Applies an object in another namespace, where neither owner references nor pruning reach: whoever makes it there must also take it
     * away.
     *
     * @param way to the object; only one that is open may be gone
     */
    public <T extends HasMetadata> T applyIn(Elsewhere way, T object) {
        if (way.closed().isPresent()) {
            throw new IllegalStateException("Nobody lets " + self() + " write " + way.target());
        }
        var metadata = object.getMetadata();
        metadata.setNamespace(way.target().namespace());
        metadata.setLabels(
                new TreeMap<>(Map.of(Labels.OPERATOR, operator, Labels.OWNER, Labels.ownerElsewhere(self()))));
        return written(object, cluster.apply(allowed(recorded(object, self()))));
    }

    /** Whether the object was made for this resource, or a person has handed it over; it is changed and deleted only then. */
    public boolean owns(HasMetadata object) {
        return self().owns(object);
    }

    /** Creates an object that must never be made twice, or returns the one that is there. It outlives the resource. */
    public <T extends HasMetadata> T createRetained(T object) {
        return written(object, cluster.createOnce(allowed(labelled(object))));
    }

    /** The same for an object of the namespace: others rely on it as much as this resource, so no pruning may reach it. */
    public <T extends HasMetadata> T createShared(T object) {
        object.getMetadata().setNamespace(namespace());
        return written(object, cluster.createOnce(allowed(recorded(object, Owner.namespace(namespace())))));
    }

    /** Creates an object that lives and dies with the resource, or returns the one that is there. */
    public <T extends HasMetadata> T createOwned(T object) {
        return written(object, cluster.createOnce(allowed(owned(labelled(object)))));
    }

    /** Replaces an object of this resource, or one that its namespace shares. */
    public <T extends HasMetadata> T replace(T changed) {
        if (!Owner.namespace(namespace()).owns(changed)) {
            mine(changed);
        }
        return written(changed, cluster.replace(changed));
    }

    /**
     * Writes a note of ours on a pod. Pods are made by workloads and carry no record of an owner; a note changes nothing about them, and
     * makes their kubelet look.
     */
    public Pod annotate(Pod pod, String annotation, String value) {
        var noted = pod.edit()
                .editMetadata()
                .addToAnnotations(annotation, value)
                .endMetadata()
                .build();
        return written(noted, cluster.replace(noted));
    }

    /** Leads Services that choose by this label to a pod of this workload of the resource; with no value, away from it. */
    public Pod label(Pod pod, HasMetadata workload, String label, @Nullable String value) {
        mine(workload);
        var labels = new TreeMap<>(pod.getMetadata().getLabels());
        if (value == null) {
            labels.remove(label);
        } else {
            labels.put(label, value);
        }
        var led = pod.edit().editMetadata().withLabels(labels).endMetadata().build();
        return written(led, cluster.replace(led));
    }

    /** Pods that reach for the node are started only where an administrator allows it. */
    private <T extends HasMetadata> T allowed(T object) {
        var wishes = HostReach.of(object);
        var place = object.getMetadata().getNamespace();
        if (!wishes.isEmpty() && !cluster.standing(place).privileged()) {
            throw new Refused(Enrolment.privilegedNotAllowed(place, Ref.of(object), wishes));
        }
        return object;
    }

    private <T extends HasMetadata> T written(T sent, T there) {
        redaction.learn(sent);
        redaction.learn(there);
        view.forget(kind(sent));
        return there;
    }

    /** Deletes this object of this resource, and no other that has come by its name since. */
    public void delete(HasMetadata there, boolean foreground) {
        remove(mine(there), foreground);
    }

    /** Deletes the object of this name if this resource made it. Anybody else's stays as it is. */
    public void deleteOwn(Class<? extends HasMetadata> kind, String name) {
        find(kind, name).filter(this::owns).ifPresent(there -> remove(there, false));
    }

    /** Deletes a pod of a workload that was made for the resource; the workload's controller makes another in its place. */
    public void restart(Pod pod, HasMetadata workload) {
        mine(workload);
        remove(pod, false);
    }

    /** The same for all pods of a workload, if it is there. */
    public void restartAll(Class<? extends HasMetadata> kind, String workload, Map<String, String> selector) {
        find(kind, workload).ifPresent(there -> labelled(Pod.class, selector).forEach(pod -> restart(pod, there)));
    }

    /** Deletes an object of another namespace, if it was made for this resource and the way there is still open. */
    public void deleteIn(Elsewhere way, Class<? extends HasMetadata> kind) {
        way.find(kind).filter(this::owns).ifPresent(there -> remove(there, false));
    }

    /** Deletes what {@link #createShared} made, for whoever answers for the whole namespace. */
    public void deleteShared(Class<? extends HasMetadata> kind, String name) {
        find(kind, name).filter(Owner.namespace(namespace())::owns).ifPresent(there -> remove(there, false));
    }

    /** Deletes an object that somebody wrote for this resource to use up, as its own marks say. */
    public void useUp(HasMetadata handedIn) {
        remove(handedIn, false);
    }

    private void remove(HasMetadata there, boolean foreground) {
        cluster.delete(there, foreground);
        view.forget(kind(there));
    }

    /** The object, if this resource may change it: {@link NameTaken} otherwise. */
    public <T extends HasMetadata> T mine(T object) {
        if (!owns(object)) {
            throw new NameTaken(object, self());
        }
        return object;
    }

    private static Class<? extends HasMetadata> kind(HasMetadata object) {
        return object.getClass();
    }

    /**
     * Reports a figure to the operator's metrics, under {@code <operator>_operator_<name>}; one whose name begins with c5c3 means the same
     * for every kind, and is told under that. A look that does not report it any more takes it away.
     */
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
     * A digest of what these Secrets hold, to be written where a change must be noticed: keyed, so that it tells nothing to those who may
     * not read them. Absent Secrets count as empty.
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
        return Digest.keyed(DigestKey.of(this), content);
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
        return recorded(object, self());
    }

    private static <T extends HasMetadata> T recorded(T object, Owner owner) {
        record(object, owner);
        if (object instanceof StatefulSet set && set.getSpec().getVolumeClaimTemplates() != null) {
            // Claims are made from it by others, and it can never be changed: also not by an heir.
            set.getSpec().getVolumeClaimTemplates().forEach(claim -> record(claim, owner.lasting()));
        }
        return object;
    }

    private static void record(HasMetadata object, Owner owner) {
        var metadata = object.getMetadata();
        var annotations = new TreeMap<String, String>();
        if (metadata.getAnnotations() != null) {
            annotations.putAll(metadata.getAnnotations());
        }
        annotations.put(Owner.RECORD, owner.text());
        metadata.setAnnotations(annotations);
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
