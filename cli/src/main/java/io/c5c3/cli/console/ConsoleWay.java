package io.c5c3.cli.console;

import io.c5c3.cli.cluster.ClientScript;
import io.c5c3.cli.cluster.RunningPods;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An address of a console that works on this machine, for as long as it is open.
 *
 * @param forward the port of this machine that leads there; none where the address is good as it is
 */
public record ConsoleWay(ConsoleAddress address, Optional<LocalPortForward> forward) implements AutoCloseable {

    private static final ClientScript SCRIPT =
            new ClientScript("console.py", "'./c5c3 openstack server list --all-projects' may tell more.");

    private static final String HERE = "127.0.0.1";

    /** What Nova calls the two kinds of consoles. */
    public enum Kind {
        SCREEN("novnc"),
        SERIAL("serial");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** Asks the cloud for a console, and makes a way to it where there is none. */
    public static ConsoleWay open(KubernetesClient client, String namespace, Kind kind, String server) {
        var facts = SCRIPT.run(client, namespace, Progress.silent(), kind.word, server);
        var given = ConsoleAddress.of(facts.getOrDefault("url", ""));
        return given.inside()
                .map(inside -> forwarded(client, given, inside))
                .orElseGet(() -> new ConsoleWay(resolved(given), Optional.empty()));
    }

    private static ConsoleWay forwarded(KubernetesClient client, ConsoleAddress given, ConsoleAddress.Inside inside) {
        var service = client.services()
                .inNamespace(inside.namespace())
                .withName(inside.service())
                .get();
        if (service == null) {
            throw new Failure("Nova says that the console is behind Service/" + inside.service()
                    + ", which is not there. './c5c3 why nova' tells how Nova stands.");
        }
        var pod = new RunningPods(client, inside.namespace())
                .one(service.getSpec().getSelector(), "Service/" + inside.service());
        try {
            var forward = client.pods()
                    .inNamespace(inside.namespace())
                    .withName(pod.getMetadata().getName())
                    .portForward(inside.port(), InetAddress.getByName(HERE), 0);
            return new ConsoleWay(given.at(HERE, forward.getLocalPort()), Optional.of(forward));
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An address for everybody is of no use where its name is not known. */
    private static ConsoleAddress resolved(ConsoleAddress given) {
        try {
            InetAddress.getByName(given.url().getHost());
            return given;
        } catch (UnknownHostException e) {
            throw new Failure(
                    "The cloud shows its consoles at " + given.url().getHost()
                            + ", a name that this machine cannot resolve: see that its DNS (or /etc/hosts) knows it.",
                    e);
        }
    }

    /** Returns when the person has enough; fails when the way ends before. */
    public void hold(CountDownLatch enough) throws InterruptedException {
        while (!enough.await(1, TimeUnit.SECONDS)) {
            if (forward.isPresent() && !forward.get().isAlive()) {
                throw new Failure("The way to the console has ended. Run the command again to open another.");
            }
        }
    }

    @Override
    public void close() {
        forward.ifPresent(open -> {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
