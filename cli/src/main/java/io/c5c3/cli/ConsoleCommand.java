package io.c5c3.cli;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Clusters;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.console.Consoles;
import io.c5c3.cli.console.SerialSession;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.terminal.Terminal;
import io.c5c3.cli.web.WebWay;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "console",
        description = {
            "Open the console of a server: its screen in a browser, or its serial line in this terminal.",
            "Where the cloud does not expose its consoles, a port of this machine leads there until Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  ./c5c3 console c5c3-demo                          prints an address for a browser on this machine",
            "  ./c5c3 console --serial c5c3-demo                 this terminal becomes the server's; Ctrl-] leaves",
            "  echo uptime | ./c5c3 console --serial c5c3-demo   types it, and prints what the server says"
        })
final class ConsoleCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "SERVER", description = "Its name or id, in whichever project it is.")
    private String server = "";

    @Option(names = "--serial", description = "The serial line instead of the screen.")
    private boolean serial;

    @Option(names = "--open", description = "Also open the address in this desktop's browser.")
    private boolean open;

    @Option(
            names = "--silence",
            paramLabel = "TIME",
            defaultValue = "3s",
            converter = TimeConverter.class,
            description =
                    "With piped input for --serial: leave when the input has ended and the server has said nothing"
                            + " for so long. Default: ${DEFAULT-VALUE}")
    private Duration silence = Duration.ZERO;

    @Override
    public Integer call() throws InterruptedException {
        var target = Clusters.choose();
        try (var client = target.connect()) {
            var kinds = new Kinds(client);
            var plane = Inventory.plane(kinds);
            ClientPod.prepare(client, kinds, plane.namespace(), plane.name());
            var kind = serial ? Consoles.SERIAL : Consoles.SCREEN;
            try (var way = kind.open(client, plane.namespace(), server)) {
                if (serial) {
                    attach(way);
                } else {
                    new Showing(common.terminal(), open)
                            .show(
                                    way,
                                    "Open it within ten minutes, after which its token ends; a console that is open stays"
                                            + " open.");
                }
            }
        }
        return 0;
    }

    private void attach(WebWay way) throws InterruptedException {
        var out = new FileOutputStream(FileDescriptor.out);
        new SerialSession(System.in, out, Terminal.isTerminal(0), silence, System.err::println).run(way);
    }
}
