package io.c5c3.cli.up;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The last words of {@code up}: what there is now, how to use it, and how long it took. */
final class Summary {
    private Summary() {}

    static List<Text> lines(boolean changed, List<Observed> planes, Map<String, Duration> times, Duration total) {
        var lines = new ArrayList<Text>();
        lines.add(Text.EMPTY);
        if (!changed) {
            var names = planes.isEmpty() ? "everything" : names(planes) + (planes.size() == 1 ? " is" : " are");
            lines.add(Text.of(Style.GOOD, "Nothing to do: ")
                    .plus(names + " Ready, and all below is as it should be (" + Elapsed.precise(total) + ")."));
        } else if (!planes.isEmpty()) {
            lines.add(Text.of(Style.GOOD, names(planes) + (planes.size() == 1 ? " is Ready." : " are Ready.")));
        } else {
            lines.add(Text.of(Style.GOOD, "Everything is Ready."));
        }
        planes.forEach(plane -> lines.addAll(use(plane)));
        if (changed) {
            lines.add(time(times, total));
        }
        return lines;
    }

    private static String names(List<Observed> planes) {
        return planes.stream().map(Observed::title).collect(Collectors.joining(", "));
    }

    private static List<Text> use(Observed plane) {
        var secret = "./c5c3 kubectl -n " + plane.namespace() + " get secret " + ClientPod.secret(plane.name());
        var table = new Columns("", "");
        var endpoints = endpoints(plane);
        endpoints.forEach((service, url) -> table.row(label(service), Text.of(Style.LINK, url)));
        table.row(label("Log in"), Text.of("./c5c3 openstack token issue"))
                .row(
                        label("clouds.yaml"),
                        Text.of(secret + " -o go-template='{{index .data \"clouds.yaml\" | base64decode}}'"));
        if (endpoints.containsKey("nova")) {
            table.row(label("Servers"), Text.of("./c5c3 openstack server list"))
                    .row(label("Try it"), Text.of("./c5c3 demo"));
        }
        return table.row(label("Look around"), Text.of("./c5c3 status")).lines();
    }

    /** By service, identity first: that is the one a client is told. */
    private static Map<String, String> endpoints(Observed plane) {
        var endpoints = new LinkedHashMap<String, String>();
        endpoints.put("keystone", plane.status("endpoint"));
        plane.status().path("services").properties().forEach(service -> {
            var url = service.getValue().path("endpoint").asText("");
            if (!url.isEmpty()) {
                endpoints.putIfAbsent(service.getKey(), url);
            }
        });
        return endpoints;
    }

    private static Text label(String text) {
        return Text.of(Style.DIM, "  " + text);
    }

    private static Text time(Map<String, Duration> times, Duration total) {
        var parts = times.entrySet().stream()
                .map(part -> part.getKey() + " " + Elapsed.precise(part.getValue()))
                .collect(Collectors.joining(", "));
        return Text.of(Style.DIM, "  Time         ").plus(parts + "; " + Elapsed.precise(total) + " in all");
    }
}
