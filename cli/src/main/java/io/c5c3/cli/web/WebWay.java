package io.c5c3.cli.web;

import io.c5c3.cli.cluster.RunningPods;
import io.c5c3.cli.terminal.Failure;
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
 * An address that works on this machine, for as long as it is open.
 *
 * @param forward the port of this machine that leads there; none where the address is good as it is
 */
public record WebWay(WebAddress address, Optional<LocalPortForward> forward) implements AutoCloseable {

    private static final String HERE = "127.0.0.1";

    /**
     * Makes a way where there is none.
     *
     * @param told who says that it is there, for a person whom it is not there for
     */
    public static WebWay to(KubernetesClient client, WebAddress given, String told) {
        return given.inside()
                .map(inside -> forwarded(client, given, inside, told))
                .orElseGet(() -> new WebWay(resolved(given, told), Optional.empty()));
    }

    private static WebWay forwarded(KubernetesClient client, WebAddress given, WebAddress.Inside inside, String told) {
        var service = client.services()
                .inNamespace(inside.namespace())
                .withName(inside.service())
                .get();
        if (service == null) {
            throw new Failure(told + " says that it is behind Service/" + inside.service()
                    + ", which is not there. './c5c3 why " + told + "' tells how it stands.");
        }
        var pod = new RunningPods(client, inside.namespace())
                .one(service.getSpec().getSelector(), "Service/" + inside.service());
        try {
            var forward = client.pods()
                    .inNamespace(inside.namespace())
                    .withName(pod.getMetadata().getName())
                    .portForward(inside.port(), InetAddress.getByName(HERE), 0);
            return new WebWay(given.at(HERE, forward.getLocalPort()), Optional.of(forward));
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An address for everybody is of no use where its name is not known. */
    private static WebAddress resolved(WebAddress given, String told) {
        try {
            InetAddress.getByName(given.url().getHost());
            return given;
        } catch (UnknownHostException e) {
            throw new Failure(
                    told + " says that it is at " + given.url().getHost()
                            + ", a name that this machine cannot resolve: see that its DNS (or /etc/hosts) knows it.",
                    e);
        }
    }

    /** Returns when the person has enough; fails when the way ends before. */
    public void hold(CountDownLatch enough) throws InterruptedException {
        while (!enough.await(1, TimeUnit.SECONDS)) {
            if (forward.isPresent() && !forward.get().isAlive()) {
                throw new Failure("The way there has ended. Run the command again to open another.");
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
