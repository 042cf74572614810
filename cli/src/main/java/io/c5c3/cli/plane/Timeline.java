package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What happened to a plane and to all that belongs to it, in order. */
public record Timeline(List<Moment> moments) {

    /** Something that happened to an object. */
    public record Moment(Instant time, String object, Style style, String text) {}

    public static Timeline of(Forest.Node plane, Collection<Event> events) {
        var moments = new ArrayList<Moment>();
        for (var node : Forest.all(List.of(plane))) {
            var resource = node.resource();
            moments.add(new Moment(resource.created(), resource.title(), Style.DIM, "created"));
            for (var condition : resource.conditions()) {
                if (condition.getLastTransitionTime() != null) {
                    moments.add(new Moment(
                            Instant.parse(condition.getLastTransitionTime()),
                            resource.title(),
                            "True".equals(condition.getStatus()) ? Style.GOOD : Style.WAITING,
                            condition.getType() + " became " + condition.getStatus() + " (" + condition.getReason()
                                    + ")"));
                }
            }
        }
        for (var event : events) {
            var about = event.getInvolvedObject();
            var times = Events.count(event) > 1 ? " (" + Events.count(event) + " times)" : "";
            moments.add(new Moment(
                    Events.first(event),
                    about.getKind() + "/" + about.getName(),
                    "Warning".equals(event.getType()) ? Style.BAD : Style.PLAIN,
                    event.getReason() + times + ": " + event.getMessage()));
        }
        // Events of before the plane belong to an earlier life of its namespace.
        var start = plane.resource().created();
        return new Timeline(moments.stream()
                .filter(moment -> !moment.time().isBefore(start))
                .sorted(Comparator.comparing(Moment::time))
                .toList());
    }

    public List<Text> lines() {
        var table = new Columns("AFTER", "WHAT", "HAPPENED");
        if (!moments.isEmpty()) {
            var start = moments.getFirst().time();
            moments.forEach(moment -> table.row(
                    Text.of(Style.DIM, Elapsed.whole(Duration.between(start, moment.time()))),
                    Text.of(moment.object()),
                    Text.of(moment.style(), moment.text())));
        }
        return table.lines();
    }
}
