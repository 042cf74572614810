package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Elapsed;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Events as people read them. */
final class Events {
    private static final int MOST = 3;

    private Events() {}

    /** The latest warnings about an object, the newest last. */
    static List<String> quotes(List<Event> events, String kind, String name, Instant now) {
        var about = events.stream()
                .filter(event -> kind.equals(event.getInvolvedObject().getKind())
                        && name.equals(event.getInvolvedObject().getName()))
                .sorted(Comparator.comparing(Events::last))
                .toList();
        return about.subList(Math.max(0, about.size() - MOST), about.size()).stream()
                .map(event -> "%s %s (%s%s ago): %s"
                        .formatted(
                                event.getType(),
                                event.getReason(),
                                times(event),
                                Elapsed.age(Duration.between(last(event), now)),
                                event.getMessage()))
                .toList();
    }

    private static String times(Event event) {
        var count = count(event);
        return count > 1 ? count + " times, last " : "";
    }

    static int count(Event event) {
        var series = event.getSeries();
        if (series != null && series.getCount() != null) {
            return series.getCount();
        }
        return event.getCount() == null ? 1 : event.getCount();
    }

    /** When it happened last: components fill different fields. */
    static Instant last(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getSeries())
                                .map(series -> series.getLastObservedTime())
                                .map(time -> time.getTime()),
                        Optional.ofNullable(event.getLastTimestamp()),
                        Optional.ofNullable(event.getEventTime()).map(time -> time.getTime()),
                        Optional.ofNullable(event.getMetadata().getCreationTimestamp()))
                .flatMap(Optional::stream)
                .map(Instant::parse)
                .findFirst()
                .orElse(Instant.EPOCH);
    }

    /** When it happened first. */
    static Instant first(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getFirstTimestamp()),
                        Optional.ofNullable(event.getEventTime()).map(time -> time.getTime()))
                .flatMap(Optional::stream)
                .map(Instant::parse)
                .findFirst()
                .orElseGet(() -> last(event));
    }
}
