package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.api.model.Condition;
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
            resource.conditions().stream()
                    .filter(condition -> condition.getLastTransitionTime() != null)
                    .filter(condition -> events.stream().noneMatch(event -> tells(event, resource, condition)))
                    .forEach(condition -> moments.add(moment(resource, condition)));
        }
        events.forEach(event -> moments.add(moment(event)));
        // Events of before the plane belong to an earlier life of its namespace.
        var start = plane.resource().created();
        return new Timeline(moments.stream()
                .filter(moment -> !moment.time().isBefore(start))
                .sorted(Comparator.comparing(Moment::time))
                .toList());
    }

    /** The operator makes an event of every transition; but events are forgotten after an hour, and conditions are not. */
    private static boolean tells(Event event, Observed resource, Condition condition) {
        var apart = Duration.between(Instant.parse(condition.getLastTransitionTime()), Events.last(event));
        return about(event).equals(resource.title())
                && event.getReason().equals(condition.getReason())
                && event.getMessage().startsWith(condition.getType() + ":")
                && apart.abs().toSeconds() <= 2;
    }

    private static Moment moment(Observed resource, Condition condition) {
        return new Moment(
                Instant.parse(condition.getLastTransitionTime()),
                resource.title(),
                "True".equals(condition.getStatus()) ? Style.GOOD : Style.WAITING,
                condition.getType() + " became " + condition.getStatus() + " (" + condition.getReason() + ")");
    }

    private static Moment moment(Event event) {
        var times = Events.count(event) > 1 ? " (" + Events.count(event) + " times)" : "";
        return new Moment(
                Events.first(event),
                about(event),
                "Warning".equals(event.getType()) ? Style.BAD : Style.PLAIN,
                event.getReason() + times + ": " + event.getMessage());
    }

    private static String about(Event event) {
        return event.getInvolvedObject().getKind() + "/"
                + event.getInvolvedObject().getName();
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
