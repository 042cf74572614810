package io.c5c3.cli.plane;

import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.terminal.Branches;
import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Trees of resources as aligned lines: what each is, how it is, and what is wrong with it. */
public final class StatusText {
    private final Function<Observed, String> age;
    private final Function<String, Optional<String>> remedy;

    private StatusText(Function<Observed, String> age, Function<String, Optional<String>> remedy) {
        this.age = age;
        this.remedy = remedy;
    }

    /** With the age of each resource. */
    public static StatusText at(Instant now) {
        return new StatusText(
                resource -> Elapsed.age(Duration.between(resource.created(), now)), trouble -> Optional.empty());
    }

    /** With the time each took, or takes, to become ready: from {@code start}, or from when it was made if that was later. */
    public static StatusText since(Instant start, Instant now) {
        return new StatusText(
                resource -> {
                    var from = resource.created().isAfter(start) ? resource.created() : start;
                    var until = resource.isReady() ? resource.since().orElse(now) : now;
                    return until.isBefore(from) ? "" : Elapsed.age(Duration.between(from, until));
                },
                trouble -> Optional.empty());
    }

    /** The same, with what a person can do about what is wrong, where that is known. */
    public StatusText with(LoadableImages images) {
        return new StatusText(age, images::remedy);
    }

    public List<Text> lines(Forest forest) {
        return lines(forest.roots(), true);
    }

    public List<Text> lines(List<Forest.Node> roots, boolean header) {
        var table = header
                ? new Columns("NAME", "STATE", "READY", "PHASE", "AGE", "DETAILS")
                : new Columns("", "", "", "", "", "");
        var several = roots.stream()
                        .map(root -> root.resource().namespace())
                        .distinct()
                        .count()
                > 1;
        for (var row : Branches.of(roots, Forest.Node::children)) {
            var resource = row.value().resource();
            var name = Text.of(Style.DIM, row.stem())
                    .plus(Style.DIM, resource.kind() + "/")
                    .plus(resource.name());
            table.row(
                    several && row.stem().isEmpty() ? name.plus(Style.DIM, " (" + resource.namespace() + ")") : name,
                    Text.of(style(resource.state()), resource.state().word()),
                    Text.of(progress(row.value())),
                    Text.of(resource.isReady() ? "" : resource.status("phase")),
                    Text.of(Style.DIM, age.apply(resource)),
                    advised(row.value()));
        }
        return table.lines();
    }

    /** All of it in one sentence, for logs. */
    public static String sentence(Forest.Node node) {
        var resource = node.resource();
        var details = details(node).toString();
        return resource.title() + " is " + resource.state().word() + (details.isEmpty() ? "" : ": " + details);
    }

    /** What the operator says, else how many of the resources below are ready. */
    private static String progress(Forest.Node node) {
        var told = node.resource().status("progress");
        if (!told.isEmpty() || node.children().isEmpty()) {
            return told;
        }
        var ready = node.children().stream()
                .filter(child -> child.resource().isReady())
                .count();
        return ready + "/" + node.children().size();
    }

    /** The advice comes first: what is wrong is long, and terminals are narrow. */
    private Text advised(Forest.Node node) {
        var details = details(node);
        return remedy.apply(details.toString())
                .map(advice -> Text.of(advice + " ").plus(details))
                .orElse(details);
    }

    private static Text details(Forest.Node node) {
        var resource = node.resource();
        return switch (resource.state()) {
            case READY -> Text.of(Style.LINK, resource.status("endpoint"));
            case NEW -> Text.of(Style.DIM, "the operator has not looked at it yet");
            case NOT_READY, STALLED, DELETING -> Text.of(trouble(node));
        };
    }

    /** What it waits for, and reason and message of what else fails. What is wrong with a child, the child's own line says. */
    private static String trouble(Forest.Node node) {
        var children = node.children().stream()
                .map(Forest.Node::resource)
                .filter(child -> !child.isReady())
                .map(Observed::title)
                .toList();
        var own = node.resource().failing().stream()
                .filter(condition -> children.stream()
                        .noneMatch(child -> condition.getMessage().contains(child)))
                .map(condition -> condition.getReason() + ": " + condition.getMessage());
        var waits =
                children.isEmpty() ? Stream.<String>of() : Stream.of("waits for " + String.join(", ", children) + ".");
        return Stream.concat(waits, own).collect(Collectors.joining(" "));
    }

    static Style style(Observed.State state) {
        return switch (state) {
            case READY -> Style.GOOD;
            case NOT_READY, NEW -> Style.WAITING;
            case STALLED -> Style.BAD;
            case DELETING -> Style.DIM;
        };
    }
}
