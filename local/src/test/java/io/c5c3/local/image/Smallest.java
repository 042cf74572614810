package io.c5c3.local.image;

import io.c5c3.local.Cache;
import io.c5c3.local.Command;
import io.c5c3.local.Debian;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.nio.file.Files;

/** What a command does on a machine it has never seen: first the packages, then an image, here the smallest that there is. */
public final class Smallest {
    private Smallest() {}

    public static void main(String[] arguments) throws IOException {
        try {
            Debian.ensure(Progress.lines(System.out));
            build();
            System.out.println("An image was built.");
        } catch (LocalException e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Pulled again from its own archive, for which a policy is asked. */
    private static void build() throws IOException {
        var folder = Files.createDirectories(Cache.directory().resolve("images"));
        try (var turn = Turn.await(folder.resolve("lock"), Progress.silent())) {
            var context = Files.createTempDirectory("context");
            Files.writeString(context.resolve("file"), "content");
            Files.writeString(context.resolve("Containerfile"), "FROM scratch\nADD file /\n");
            var buildah = Buildah.open(folder);
            buildah.build(context, "localhost/smallest:1", silent());
            var archive = context.resolve("smallest.tar");
            buildah.export("localhost/smallest:1", java.util.List.of("localhost/smallest:1"), archive);
            buildah.pull("oci-archive:" + archive, "localhost/smallest:2");
            Buildah.release(folder);
            Command.of("rm", "-rf", context.toString()).run();
        }
    }

    private static Progress.Step silent() {
        return Progress.silent().begin("");
    }
}
