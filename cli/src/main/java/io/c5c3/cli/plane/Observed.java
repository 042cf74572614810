package io.c5c3.cli.plane;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.common.BlockedBy;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A resource of this project, of any kind, as the cluster has it: what a person wants to know of it. */
public record Observed(HasMetadata object, JsonNode status, List<Condition> conditions) {

    /** The kinds of control planes. */
    static final Set<String> PLANES = Set.of("ControlPlane", "OpenStackControlPlane");

    /** How it is, in a word. */
    public enum State {
        READY("Ready"),
        NOT_READY("Not ready"),
        STALLED("Stalled"),
        NEW("New"),
        DELETING("Deleting");

        private final String word;

        State(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    public static Observed of(HasMetadata object) {
        return new Observed(object, Conditions.status(object), Conditions.of(object));
    }

    public String kind() {
        return object.getKind();
    }

    public String name() {
        return object.getMetadata().getName();
    }

    public String namespace() {
        return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
    }

    public String uid() {
        return Objects.requireNonNullElse(object.getMetadata().getUid(), "");
    }

    /** As people write it on a command line: Keystone/keystone. */
    public String title() {
        return kind() + "/" + name();
    }

    /** As the label of the things made for it says it. */
    String ownerLabel() {
        return Labels.owner(Ref.of(object).group(), kind(), name());
    }

    public boolean isPlane() {
        return PLANES.contains(kind());
    }

    boolean belongsTo(Observed other) {
        if (!namespace().equals(other.namespace()) || uid().equals(other.uid())) {
            return false;
        }
        var owners = Objects.requireNonNullElse(object.getMetadata().getOwnerReferences(), List.<OwnerReference>of());
        var labels = Objects.requireNonNullElse(object.getMetadata().getLabels(), java.util.Map.<String, String>of());
        return owners.stream().anyMatch(owner -> owner.getUid().equals(other.uid()))
                || other.ownerLabel().equals(labels.get(Labels.OWNER));
    }

    public State state() {
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return State.DELETING;
        }
        if (conditions.isEmpty()) {
            return State.NEW;
        }
        if (Conditions.ready(object)) {
            return State.READY;
        }
        return Conditions.stalled(object) ? State.STALLED : State.NOT_READY;
    }

    public boolean isReady() {
        return state() == State.READY;
    }

    /** It waits for a person: time alone does not make it ready. */
    public boolean isStalled() {
        return state() == State.STALLED;
    }

    /** Whether the operator has looked at it as it is now. */
    public boolean isObserved() {
        var own = object.getMetadata().getGeneration();
        return own == null || status.path("observedGeneration").asLong(0) >= own;
    }

    /** Ready, of the generation that was written or a later one: an older object may still be in a cache. */
    public boolean isReadySince(long generation) {
        var own = object.getMetadata().getGeneration();
        return isReady() && (own == null || own >= generation);
    }

    /** A text of the status; empty when it is not there. */
    public String status(String field) {
        return status.path(field).asText("");
    }

    /** Something else that keeps it from being ready, as far as the operator knows. */
    public Optional<BlockedBy> blockedBy() {
        var blocked = status.path("blockedBy");
        if (blocked.path("name").asText("").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new BlockedBy(
                blocked.path("kind").asText(""),
                blocked.path("name").asText(),
                blocked.path("reason").asText(""),
                blocked.path("message").asText("")));
    }

    public Optional<Condition> condition(String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    /** The conditions that are false, but for Ready, which only repeats them; Ready itself when it is alone. */
    public List<Condition> failing() {
        var wrong = conditions.stream()
                .filter(condition -> "False".equals(condition.getStatus()))
                .toList();
        var parts = wrong.stream()
                .filter(condition -> !Conditions.READY.equals(condition.getType()))
                .toList();
        return parts.isEmpty() ? wrong : parts;
    }

    public Instant created() {
        var time = object.getMetadata().getCreationTimestamp();
        return time == null ? Instant.EPOCH : Instant.parse(time);
    }

    /** When it became what it is: ready, or not. */
    public Optional<Instant> since() {
        return condition(Conditions.READY)
                .map(Condition::getLastTransitionTime)
                .filter(Objects::nonNull)
                .map(Instant::parse);
    }
}
