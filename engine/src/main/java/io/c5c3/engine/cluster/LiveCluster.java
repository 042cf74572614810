package io.c5c3.engine.cluster;

import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real cluster, as one resource of one operator sees it. */
public final class LiveCluster implements Cluster {

    private static final Logger LOG = LoggerFactory.getLogger(LiveCluster.class);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int LONGEST_NOTE = 1000;

    private final KubernetesClient client;
    private final Watches watches;
    private final OwnWrites ownWrites;
    private final Interests.Look look;
    private final String operator;

    public LiveCluster(
            KubernetesClient client, Watches watches, OwnWrites ownWrites, Interests.Look look, String operator) {
        this.client = client;
        this.watches = watches;
        this.ownWrites = ownWrites;
        this.look = look;
        this.operator = operator;
    }

    private String fieldManager() {
        return "c5c3-" + operator;
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        var ref = Ref.of(kind, namespace, name);
        // Interest first, then the cache: a change between the two is then told twice, never not at all.
        look.at(ref);
        awaitEnrolment(namespace);
        // How far the watch is, then the cache: what is in neither by then is not there.
        var progress = watches.progress(kind, namespace);
        return ownWrites.newest(ref, progress, watches.find(kind, namespace, name), kind);
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        look.atAll(Ref.of(kind, namespace, ""), labels);
        awaitEnrolment(namespace);
        var found = listUnwatched(kind, namespace, labels);
        if (!labels.isEmpty()) {
            // One of these that loses its labels is no longer among those that carry them, and yet of interest.
            found.forEach(object -> look.at(Ref.of(object)));
        }
        return found;
    }

    @Override
    public <T extends HasMetadata> List<T> listUnwatched(Class<T> kind, String namespace, Map<String, String> labels) {
        return seen(kind, namespace).stream()
                .filter(object -> labels.isEmpty()
                        || (object.getMetadata().getLabels() != null
                                && object.getMetadata().getLabels().entrySet().containsAll(labels.entrySet())))
                .toList();
    }

    private <T extends HasMetadata> Collection<T> seen(Class<T> kind, String namespace) {
        if (namespace.isEmpty() && Namespaced.class.isAssignableFrom(kind)) {
            // What others have, as the watches show it: nothing is written by it.
            return watches.listInAll(kind);
        }
        var progress = watches.progress(kind, namespace);
        return ownWrites.newest(kind, namespace, progress, watches.list(kind, namespace));
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        look.at(Ref.of(Definition.class, "", HasMetadata.getFullResourceName(kind)));
        return watches.serves(kind, look.namespace());
    }

    @Override
    public Standing standing(String namespace) {
        look.at(Ref.of(Namespace.class, "", namespace));
        return watches.standing(namespace);
    }

    /** What cannot be read in another namespace today can be once that is enrolled; its own was asked for when the look began. */
    private void awaitEnrolment(String namespace) {
        if (!namespace.isEmpty() && !namespace.equals(look.namespace())) {
            look.at(Ref.of(Namespace.class, "", namespace));
        }
    }

    /** With a namespace go the RoleBindings in it, at any time; what they would have let us write goes as well. */
    private <T> T writing(HasMetadata object, Supplier<T> write) {
        var namespace = object.getMetadata().getNamespace();
        try {
            return write.get();
        } catch (KubernetesClientException e) {
            if (e.getCode() == FORBIDDEN && watches.standing(namespace).ending()) {
                throw new Refused(Outcome.done(
                        "NamespaceEnding", "The namespace " + namespace + " is being deleted, with everything in it."));
            }
            throw e;
        }
    }

    @Override
    public <T extends HasMetadata> T apply(T desired) {
        var claim = Claim.of(desired);
        var intent = Intent.of(desired);
        var seen = find(
                kind(desired),
                desired.getMetadata().getNamespace(),
                desired.getMetadata().getName());
        seen.ifPresent(claim::granted);
        if (intent.fulfilledBy(seen)) {
            return seen.orElseThrow();
        }
        // What is not ours carries no label of ours, so no watch need show it.
        var there = seen.or(() -> live(desired).map(claim::granted));
        Volumes.comingWith(desired, there).forEach(volume -> live(volume).ifPresent(claim::granted));
        LOG.info("Applying {}", Ref.of(desired));
        if (there.isEmpty()) {
            // Not by force: if somebody makes one in this very moment, a field on which we differ is a conflict.
            return writing(
                    desired,
                    () -> ownWrites.remember(client.resource(desired)
                            .fieldManager(fieldManager())
                            .serverSideApply()));
        }
        // With its UID: what somebody else has made by this name since is a conflict too.
        desired.getMetadata().setUid(there.get().getMetadata().getUid());
        return writing(
                desired,
                () -> ownWrites.remember(client.resource(desired)
                        .fieldManager(fieldManager())
                        .forceConflicts()
                        .serverSideApply()));
    }

    @SuppressWarnings("unchecked") // an object is of its own class
    private static <T extends HasMetadata> Class<T> kind(T object) {
        return (Class<T>) object.getClass();
    }

    /** What the API server has under the name, whoever made it. */
    private <T extends HasMetadata> Optional<T> live(T like) {
        return Optional.ofNullable(client.resource(like).get());
    }

    @Override
    public <T extends HasMetadata> T createOnce(T object) {
        var claim = Claim.of(object);
        try {
            LOG.info("Creating {}", Ref.of(object));
            look.at(Ref.of(object));
            return writing(
                    object, () -> ownWrites.remember(client.resource(object).create()));
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT) {
                throw e;
            }
            // The cache had not seen it yet. If it is ours, whoever made it was first, and theirs is the one that
            // counts.
            return ownWrites.remember(claim.granted(live(object).orElseThrow(() -> e)));
        }
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        LOG.info("Replacing {}", Ref.of(changed));
        return writing(
                changed, () -> ownWrites.remember(client.resource(changed).update()));
    }

    @Override
    public void delete(HasMetadata seen, boolean foreground) {
        var ref = Ref.of(seen);
        LOG.info("Deleting {}", ref);
        var options = new DeleteOptionsBuilder()
                .withPropagationPolicy(
                        (foreground ? DeletionPropagation.FOREGROUND : DeletionPropagation.BACKGROUND).toString())
                .withNewPreconditions()
                .withUid(seen.getMetadata().getUid())
                .endPreconditions()
                .build();
        try {
            writing(seen, () -> client.raw(path(seen), "DELETE", options));
        } catch (KubernetesClientException e) {
            // Gone, or gone and followed by another of its name: this one is no more.
            if (e.getCode() != NOT_FOUND && e.getCode() != CONFLICT) {
                throw e;
            }
        }
        ownWrites.forget(ref);
    }

    private static String path(HasMetadata object) {
        var kind = object.getClass();
        var group = HasMetadata.getGroup(kind);
        var namespace = object.getMetadata().getNamespace();
        return (group.isEmpty() ? "/api/" : "/apis/")
                + HasMetadata.getApiVersion(kind)
                + (namespace == null ? "" : "/namespaces/" + namespace)
                + "/" + HasMetadata.getPlural(kind)
                + "/" + object.getMetadata().getName();
    }

    @Override
    public void writeStatus(HasMetadata resource, Map<String, ?> status) {
        var metadata = resource.getMetadata();
        // The API server overlooks the UID in a status that is applied; this it does not.
        var changes = List.of(
                Map.of("op", "test", "path", "/metadata/uid", "value", metadata.getUid()),
                Map.of("op", "add", "path", "/status", "value", status));
        var written = client.genericKubernetesResources(context(Ref.of(resource)))
                .inNamespace(metadata.getNamespace())
                // By name alone, the client would first ask for the object.
                .resource(client.getKubernetesSerialization().convertValue(resource, GenericKubernetesResource.class))
                .subresource("status")
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.JSON)
                                .withFieldManager(fieldManager() + "-status")
                                .build(),
                        Json.MAPPER.valueToTree(changes).toString());
        ownWrites.remember(client.getKubernetesSerialization().convertValue(written, resource.getClass()));
    }

    @Override
    public void record(HasMetadata about, boolean warning, String reason, String message) {
        var standing = watches.standing(about.getMetadata().getNamespace());
        if (!standing.open() || standing.ending()) {
            // Nothing may be made there, not even an Event.
            return;
        }
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(about.getMetadata().getName() + ".")
                .withNamespace(about.getMetadata().getNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withName(about.getMetadata().getName())
                .withNamespace(about.getMetadata().getNamespace())
                .withUid(about.getMetadata().getUid())
                .endInvolvedObject()
                .withType(warning ? "Warning" : "Normal")
                .withReason(reason)
                .withMessage(message.length() <= LONGEST_NOTE ? message : message.substring(0, LONGEST_NOTE))
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withCount(1)
                .withNewSource()
                .withComponent(fieldManager())
                .endSource()
                .build();
        try {
            client.resource(event).create();
        } catch (KubernetesClientException e) {
            // An Event is a courtesy; the condition it tells of is already written.
            LOG.warn("Could not record an Event about {}: {}", Ref.of(about), e.getMessage());
        }
    }

    private ResourceDefinitionContext context(Ref ref) {
        return ResourceDefinitionContext.fromResourceType(watches.kind(ref));
    }
}
