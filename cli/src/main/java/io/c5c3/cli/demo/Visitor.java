package io.c5c3.cli.demo;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Somebody on this machine with a key pair, who goes to a server by its public address. */
public final class Visitor implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ANSWER_MILLIS = 2_000;

    private final Path folder;
    private final boolean stays;

    /** @param stays whether the key pair is kept, since a person wants to go there, too */
    public Visitor(boolean stays) {
        this.stays = stays;
        try {
            folder = Files.createTempDirectory("c5c3-demo");
            if (attempt(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "c5c3-demo", "-f", secret()))
                    .isEmpty()) {
                throw new Failure("ssh-keygen cannot make a key pair in " + folder + ".");
            }
        } catch (IOException e) {
            throw new Failure("There is no ssh-keygen on this machine: install openssh-client.", e);
        }
    }

    private String secret() {
        return folder.resolve("key").toString();
    }

    /** The half of the key pair that the server is given. */
    public String publicKey() {
        try {
            return Files.readString(folder.resolve("key.pub")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command by which a person does the same. */
    public List<String> login(String address) {
        return List.of(
                "ssh",
                "-i",
                secret(),
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                "LogLevel=ERROR",
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=5",
                "root@" + address);
    }

    /** Pings it, logs in, and returns what the server calls itself. */
    public String visit(String address, Progress progress) {
        progress.run(
                "Pinging " + address + " from this machine",
                step -> await(
                        address + " to answer a ping",
                        () -> InetAddress.getByName(address).isReachable(ANSWER_MILLIS)
                                ? Optional.of(address)
                                : Optional.empty()));
        return progress.call(
                "Logging in to " + address,
                step -> await(address + " to let us in", () -> {
                    var words = new ArrayList<>(login(address));
                    words.add("hostname");
                    return attempt(words);
                }));
    }

    private interface Look {
        Optional<String> see() throws IOException;
    }

    private static String await(String what, Look look) {
        var end = Instant.now().plus(PATIENCE);
        while (true) {
            try {
                var seen = look.see();
                if (seen.isPresent()) {
                    return seen.get();
                }
                // Nothing tells this machine when a guest that boots in a cloud answers: one can only try.
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("Interrupted.", e);
            } catch (IOException e) {
                throw new Failure("There is no ssh on this machine: install openssh-client.", e);
            }
            if (Instant.now().isAfter(end)) {
                throw new Failure("Waited " + PATIENCE.toMinutes() + " minutes for " + what
                        + ". './c5c3 openstack console log show c5c3-demo' shows what the server says.");
            }
        }
    }

    /** What it printed; none if it failed. */
    private static Optional<String> attempt(List<String> words) throws IOException {
        var process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return process.waitFor() == 0 ? Optional.of(said) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        }
    }

    @Override
    public void close() {
        if (stays) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
