package io.c5c3.engine.cluster;

import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real cluster, as one resource of one operator sees it. */
public final class LiveCluster implements Cluster {

    private static final Logger LOG = LoggerFactory.getLogger(LiveCluster.class);
    private static final int CONFLICT = 409;
    private static final int LONGEST_NOTE = 1000;

    private final KubernetesClient client;
    private final Watches watches;
    private final OwnWrites ownWrites;
    private final Interests interests;
    private final String operator;
    private final Ref subject;

    public LiveCluster(
            KubernetesClient client,
            Watches watches,
            OwnWrites ownWrites,
            Interests interests,
            String operator,
            Ref subject) {
        this.client = client;
        this.watches = watches;
        this.ownWrites = ownWrites;
        this.interests = interests;
        this.operator = operator;
        this.subject = subject;
    }

    private String fieldManager() {
        return "c5c3-" + operator;
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        var ref = Ref.of(kind, namespace, name);
        // Interest first, then the cache: a change between the two is then told twice, never not at all.
        interests.add(subject, ref);
        return ownWrites.newest(ref, watches.find(kind, namespace, name), kind);
    }

    @Override
    public <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels) {
        interests.add(subject, Ref.of(kind, namespace, ""));
        return ownWrites.newest(kind, namespace, watches.list(kind, namespace)).stream()
                .filter(object -> labels.isEmpty()
                        || (object.getMetadata().getLabels() != null
                                && object.getMetadata().getLabels().entrySet().containsAll(labels.entrySet())))
                .toList();
    }

    @Override
    public boolean serves(Class<? extends HasMetadata> kind) {
        interests.add(subject, Ref.of(Definition.class, "", HasMetadata.getFullResourceName(kind)));
        return watches.serves(kind);
    }

    @Override
    public <T extends HasMetadata> T apply(T desired) {
        @SuppressWarnings("unchecked")
        var kind = (Class<T>) desired.getClass();
        var intent = Intent.of(desired);
        var there = find(
                kind,
                desired.getMetadata().getNamespace(),
                desired.getMetadata().getName());
        if (intent.fulfilledBy(there)) {
            return there.orElseThrow();
        }
        LOG.info("Applying {}", Ref.of(desired));
        return ownWrites.remember(client.resource(desired)
                .fieldManager(fieldManager())
                .forceConflicts()
                .serverSideApply());
    }

    @Override
    public <T extends HasMetadata> T createOnce(T object) {
        try {
            LOG.info("Creating {}", Ref.of(object));
            interests.add(subject, Ref.of(object));
            return ownWrites.remember(client.resource(object).create());
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT) {
                throw e;
            }
            // The cache had not seen it yet. Whoever made it was first, and theirs is the one that counts.
            return ownWrites.remember(client.resource(object).get());
        }
    }

    @Override
    public <T extends HasMetadata> T replace(T changed) {
        LOG.info("Replacing {}", Ref.of(changed));
        return ownWrites.remember(client.resource(changed).update());
    }

    @Override
    public void delete(Ref ref, boolean foreground) {
        LOG.info("Deleting {}", ref);
        client.genericKubernetesResources(context(ref))
                .inNamespace(ref.namespace())
                .withName(ref.name())
                .withPropagationPolicy(foreground ? DeletionPropagation.FOREGROUND : DeletionPropagation.BACKGROUND)
                .delete();
        ownWrites.forget(ref);
    }

    @Override
    public void writeStatus(HasMetadata resource, Map<String, ?> status) {
        var generic = new GenericKubernetesResource();
        generic.setApiVersion(resource.getApiVersion());
        generic.setKind(resource.getKind());
        generic.setMetadata(new ObjectMetaBuilder()
                .withName(resource.getMetadata().getName())
                .withNamespace(resource.getMetadata().getNamespace())
                .build());
        generic.setAdditionalProperties(new TreeMap<>(Map.of("status", status)));
        var written = client.genericKubernetesResources(context(Ref.of(resource)))
                .inNamespace(resource.getMetadata().getNamespace())
                .resource(generic)
                .subresource("status")
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(fieldManager() + "-status")
                        .withForce(true)
                        .build());
        ownWrites.remember(client.getKubernetesSerialization().convertValue(written, resource.getClass()));
    }

    @Override
    public void record(HasMetadata about, boolean warning, String reason, String message) {
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
