package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Target;
import io.c5c3.cli.demo.Demo;
import io.c5c3.cli.demo.Visitor;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.terminal.Board;
import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Elapsed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description = {
            "Boot a server end to end: image, network, address by DHCP, ping, a volume, and on the local cluster a floating address"
                    + " by which this machine logs in; then clean up.",
            "What it makes is called c5c3-demo. Only the guest image stays, so that the next time is faster."
        })
final class DemoCommand implements Callable<Integer> {

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--keep", description = "Leave the server running; './c5c3 demo' cleans up before it starts.")
    private boolean keep;

    @Override
    public Integer call() {
        var terminal = common.terminal();
        var target = Clusters.choose();
        var begin = Instant.now();
        try (var client = target.connect();
                var visitor = new Visitor(keep);
                var board = Board.on(terminal)) {
            var plane = Inventory.plane(new Kinds(client));
            var demo = new Demo(client, plane.namespace());
            ClientPod.awaitReady(client, plane.namespace());
            var boot = board.phase("Server");
            var facts = boot.attempt(() -> demo.create(visitor.publicKey(), boot));
            boot.done("ACTIVE after " + facts.get("active_seconds") + " s");
            var ping = board.phase("Ping");
            var answer = ping.attempt(() -> demo.ping(
                    facts.getOrDefault("host", ""),
                    facts.getOrDefault("network", ""),
                    facts.getOrDefault("address", ""),
                    ping));
            ping.done(answer);
            var way = target instanceof Target.Local ? facts.getOrDefault("floating", "") : "";
            if (!way.isEmpty()) {
                var visit = board.phase("Login");
                var name = visit.attempt(() -> visitor.visit(way, visit));
                visit.done(name + " answered at " + way);
            }
            if (!keep) {
                var clean = board.phase("Clean up");
                clean.attempt(() -> demo.clean(clean));
                clean.done("only the guest image is left");
            }
            board.close();
            summary(terminal, facts, answer, Duration.between(begin, Instant.now()));
            if (keep && !way.isEmpty()) {
                terminal.print(label("Log in").plus("   " + String.join(" ", visitor.login(way))));
            }
        }
        return 0;
    }

    private static void summary(Terminal terminal, Map<String, String> facts, String answer, Duration elapsed) {
        terminal.print(Text.EMPTY);
        terminal.print(Text.of(Style.GOOD, "A server booted.").plus(" It took " + Elapsed.precise(elapsed) + "."));
        var columns = new Columns("", "")
                .row(label("Console"), Text.of(facts.getOrDefault("console", "")))
                .row(label("Address"), Text.of(facts.getOrDefault("address", "") + ", by DHCP; " + answer))
                .row(
                        label("Times"),
                        Text.of("ACTIVE after " + facts.get("active_seconds") + " s, address on the console after "
                                + facts.get("console_seconds") + " s"));
        if (facts.containsKey("floating")) {
            columns = columns.row(
                    label("Outside"),
                    Text.of(facts.get("floating") + ", a floating address in " + facts.get("outside")));
        }
        if (facts.containsKey("disk")) {
            columns = columns.row(label("Volume"), Text.of(facts.getOrDefault("disk", "")));
        }
        columns.lines().forEach(terminal::print);
    }

    private static Text label(String text) {
        return Text.of(Style.DIM, "  " + text);
    }
}
