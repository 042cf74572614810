package io.c5c3.cli.plane;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.engine.Labels;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Finds the causes of a resource not being ready, from resource to resource down to the pods. */
public final class Why {
    private final Evidence evidence;
    private final Instant now;
    private final Workloads workloads;
    private final Forest forest;
    private final Set<String> told = new HashSet<>();

    public Why(Evidence evidence, Instant now) {
        this.evidence = evidence;
        this.now = now;
        this.workloads = new Workloads(evidence, now);
        this.forest = Forest.of(evidence.resources());
    }

    public Cause of(Observed resource) {
        told.add(resource.title());
        if (resource.isReady()) {
            return new Cause(resource.title(), Style.GOOD, "is Ready" + since(resource) + ".", List.of(), List.of());
        }
        var branches = new ArrayList<Branch>();
        resource.failing().forEach(condition -> branches.add(new Branch(condition)));
        var loose = new ArrayList<Cause>();
        below(resource)
                .forEach(cause -> branches.stream()
                        .filter(branch -> branch.speaksOf(cause.title()))
                        .findFirst()
                        .or(() -> branches.size() == 1 ? Optional.of(branches.getFirst()) : Optional.empty())
                        .ifPresentOrElse(branch -> branch.causes.add(cause), () -> loose.add(cause)));
        var causes = new ArrayList<>(branches.stream().map(Branch::cause).toList());
        causes.addAll(loose);
        // Events of our own resources only repeat their conditions, so there is nothing to quote.
        return new Cause(resource.title(), StatusText.style(resource.state()), state(resource), List.of(), causes);
    }

    /** A workload or pod, by itself. */
    public Cause of(HasMetadata workload) {
        return workloads
                .cause(workload)
                .orElseGet(() -> new Cause(Workloads.title(workload), Style.GOOD, "works.", List.of(), List.of()));
    }

    /** What hangs below a resource and is not well: what was made for it, what else it waits for, and what runs for it. */
    private List<Cause> below(Observed resource) {
        var causes = new ArrayList<Cause>();
        forest.find(resource).stream()
                .flatMap(node -> node.children().stream())
                .map(Forest.Node::resource)
                .filter(child -> !child.isReady() && !told.contains(child.title()))
                .forEach(child -> causes.add(of(child)));
        resource.blockedBy()
                .ifPresent(by -> blocker(
                                Objects.requireNonNullElse(by.kind(), ""), Objects.requireNonNullElse(by.name(), ""))
                        .or(() -> leaf(resource, by))
                        .ifPresent(causes::add));
        evidence.workloads().stream()
                .filter(workload -> isFor(workload, resource) && told.add(Workloads.title(workload)))
                .flatMap(workload -> workloads.cause(workload).stream())
                .forEach(causes::add);
        return causes;
    }

    private Optional<Cause> blocker(String kind, String name) {
        var title = kind + "/" + name;
        if (told.contains(title)) {
            return Optional.empty();
        }
        var resource = evidence.resources().stream()
                .filter(one -> one.title().equalsIgnoreCase(title))
                .findFirst();
        if (resource.isPresent()) {
            return Optional.of(of(resource.get()));
        }
        return evidence.workloads().stream()
                .filter(workload -> Workloads.title(workload).equalsIgnoreCase(title))
                .filter(workload -> told.add(Workloads.title(workload)))
                .flatMap(workload -> workloads.cause(workload).stream())
                .findFirst();
    }

    /** Something we cannot look into; said once, and not at all when a condition has said the same already. */
    private Optional<Cause> leaf(Observed resource, BlockedBy by) {
        var title = by.kind() + "/" + by.name();
        var repeats =
                resource.failing().stream().anyMatch(condition -> Objects.equals(condition.getMessage(), by.message()));
        return repeats || !told.add(title)
                ? Optional.empty()
                : Optional.of(Cause.of(title, by.reason() + ": " + by.message(), List.of(), List.of()));
    }

    private static boolean isFor(HasMetadata workload, Observed resource) {
        var labels = workload.getMetadata().getLabels();
        return labels != null && resource.ownerLabel().equals(labels.get(Labels.OWNER));
    }

    private String state(Observed resource) {
        return switch (resource.state()) {
            case NEW -> "is new: the operator has not looked at it yet. './c5c3 operator logs' shows whether it runs.";
            case DELETING -> "is being deleted.";
            case STALLED -> "waits for a person" + since(resource) + ": time alone does not make it ready.";
            case NOT_READY, READY -> "is not ready" + since(resource) + ".";
        };
    }

    private String since(Observed resource) {
        return resource.since()
                .map(time -> " (for " + Elapsed.whole(Duration.between(time, now)) + ")")
                .orElse("");
    }

    /** A condition that is false, with the causes that belong to it. */
    private static final class Branch {
        private final Condition condition;
        private final List<Cause> causes = new ArrayList<>();

        Branch(Condition condition) {
            this.condition = condition;
        }

        boolean speaksOf(String title) {
            return condition.getMessage() != null && condition.getMessage().contains(title);
        }

        /** What stands below need not be said here, too. */
        Cause cause() {
            var repeats = causes.stream().anyMatch(cause -> speaksOf(cause.title()));
            var text = repeats ? condition.getReason() : condition.getReason() + ": " + condition.getMessage();
            return new Cause(condition.getType(), Style.BAD, text, List.of(), causes);
        }
    }
}
