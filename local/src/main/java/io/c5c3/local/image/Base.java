package io.c5c3.local.image;

import io.c5c3.local.Command;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The public Debian image that most of ours stand on. Where it cannot be pulled, the same is made of Debian's packages.
 *
 * @param reference its public name, e.g. docker.io/library/debian:trixie-slim
 * @param folder where it is kept
 */
record Base(String reference, Path folder) {
    private static final int PATIENCE = 2_000;

    // As the public slim images have it: no documentation, no translations, and no waiting for the disk after every
    // file.
    private static final List<String> OPTIONS = List.of(
            "--variant=minbase",
            "--aptopt=Acquire::Languages \"none\"",
            "--dpkgopt=force-unsafe-io",
            "--dpkgopt=path-exclude=/usr/share/doc/*",
            "--dpkgopt=path-include=/usr/share/doc/*/copyright",
            "--dpkgopt=path-exclude=/usr/share/info/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            "--dpkgopt=path-exclude=/usr/share/man/*",
            // Of this machine, not of the image.
            "--customize-hook=rm -f \"$1/etc/hostname\" \"$1/etc/resolv.conf\"");

    /** What it is, if it is there: the digest of its configuration, which names all its content. */
    Optional<String> identity() {
        try {
            return Files.exists(archive()) ? Optional.of(Files.readString(identityFile())) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pulls or makes it, and keeps it as an archive. */
    String make(Buildah buildah, Progress progress) {
        return progress.call("Making base image " + reference, step -> {
            if (!isReachable() || !pulled(buildah, step)) {
                bootstrap(buildah, step);
            }
            var identity = buildah.id(reference);
            try {
                var unfinished = Files.createDirectories(Builder.work(folder)).resolve("base.tar");
                buildah.export(reference, List.of(reference), unfinished);
                Files.writeString(identityFile(), identity);
                Files.move(unfinished, archive());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return identity;
        });
    }

    /** Brings it into a store that may have been emptied since it was made. */
    void load(Buildah buildah) {
        if (!buildah.id(reference).equals(identity().orElse(""))) {
            buildah.pull("oci-archive:" + archive(), reference);
        }
    }

    private boolean pulled(Buildah buildah, Progress.Step step) {
        try {
            step.detail("pulling");
            buildah.pull("docker://" + reference, reference);
            return true;
        } catch (LocalException e) {
            step.detail("it cannot be pulled, so it is made of Debian's packages");
            return false;
        }
    }

    /** A registry that does not even take a connection would keep us waiting; a proxy might reach it, so then we try. */
    private boolean isReachable() {
        if (System.getenv().keySet().stream().anyMatch("https_proxy"::equalsIgnoreCase)) {
            return true;
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(reference.substring(0, reference.indexOf('/')), 443), PATIENCE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void bootstrap(Buildah buildah, Progress.Step step) {
        var suite = reference.substring(reference.indexOf(':') + 1).replace("-slim", "");
        try {
            var context = Files.createDirectories(Builder.work(folder).resolve("base"));
            try {
                Command.of(Tools.find("mmdebstrap", Progress.silent()).toString())
                        .and(OPTIONS)
                        .and(suite, context.resolve("root.tar").toString())
                        .otherwise(
                                "Base image " + reference + " can be neither pulled nor made of Debian's packages",
                                "see that this machine reaches Debian's package sources, and run the same command again")
                        .run(step::detail);
                Files.writeString(context.resolve("Containerfile"), "FROM scratch\nADD root.tar /\nCMD [\"bash\"]\n");
                buildah.build(context, reference, step);
            } finally {
                Command.of("rm", "-rf", context.toString()).run();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path archive() {
        var key = new Fingerprint().text("reference", reference).text("options", String.join(" ", OPTIONS));
        return folder.resolve("base-" + key.hex() + ".tar");
    }

    private Path identityFile() {
        return archive().resolveSibling(archive().getFileName() + ".id");
    }
}
