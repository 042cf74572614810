package io.c5c3.cli;

import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.cluster.Operator;
import io.c5c3.cli.plane.Forest;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.PlaneWatch;
import io.c5c3.cli.plane.StatusJson;
import io.c5c3.cli.plane.StatusText;
import io.c5c3.cli.terminal.Screen;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "status",
        description =
                "Show every control plane and resource as a tree: whether it is ready, and what is wrong when it is not.",
        footer = {
            "",
            "Examples:",
            "  ./c5c3 status --watch                    until Control-C",
            "  ./c5c3 status -o json | jq '.resources[].ready'"
        })
final class StatusCommand implements Callable<Integer> {
    enum Output {
        TEXT,
        JSON
    }

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(
            names = {"-w", "--watch"},
            description = "Keep showing it as it changes.")
    private boolean watch;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Only what is in this namespace. Default: all of them.")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json. Default: ${DEFAULT-VALUE}.")
    private Output output = Output.TEXT;

    @Override
    public Integer call() {
        var target = Clusters.choose();
        var images = LoadableImages.of(target);
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            var terminal = common.terminal();
            if (watch) {
                follow(client, kinds, images, terminal);
            } else if (output == Output.JSON) {
                terminal.print(StatusJson.of(Forest.of(Inventory.list(kinds, namespace))));
            } else {
                terminal.print(picture(client, images, Forest.of(Inventory.list(kinds, namespace))));
            }
            return 0;
        }
    }

    /** Redraws after each change, and now and then for the ages. */
    private void follow(KubernetesClient client, Kinds kinds, LoadableImages images, Terminal terminal) {
        try (var resources = PlaneWatch.start(kinds, namespace);
                var screen = new Screen(terminal)) {
            while (true) {
                var shown = new ArrayList<>(resources.resources());
                screen.show(
                        output == Output.JSON
                                ? StatusJson.of(Forest.of(shown))
                                        .lines()
                                        .map(Text::of)
                                        .toList()
                                : picture(client, images, Forest.of(shown)));
                var quiet = terminal.interactive() ? Duration.ofSeconds(5) : Duration.ofDays(1);
                resources.await(now -> !now.equals(shown), quiet);
            }
        }
    }

    private static List<Text> picture(KubernetesClient client, LoadableImages images, Forest forest) {
        var lines = new ArrayList<Text>();
        lines.add(operator(client));
        lines.add(Text.EMPTY);
        if (forest.isEmpty()) {
            lines.add(Text.of("Nothing has been made here yet: './c5c3 up' makes a control plane."));
        } else {
            lines.addAll(StatusText.at(Instant.now()).with(images).lines(forest));
        }
        return lines;
    }

    private static Text operator(KubernetesClient client) {
        var title = Text.of(Style.DIM, "Operator: ");
        return new Operator(client)
                .rollout()
                .map(rollout -> title.plus(rollout.complete() ? Style.GOOD : Style.WAITING, rollout.describe()))
                .orElseGet(() -> title.plus(Style.BAD, "not installed; './c5c3 up' installs it"));
    }
}
