package io.c5c3.local.image;

import io.c5c3.local.Command;
import io.c5c3.local.Progress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Builds with buildah. The store is opened when there is something to build; looking for stale archives needs none of it. */
final class BuildahBuilder implements Builder {
    private static final String DISK = "guest/disk.raw.gz";

    private final Path folder;
    private final Catalogue catalogue;
    private final Base base;
    private final Progress progress;
    private @Nullable Turn turn;
    private @Nullable Buildah buildah;

    BuildahBuilder(Path folder, Catalogue catalogue, Progress progress) {
        this.folder = folder;
        this.catalogue = catalogue;
        this.base = new Base(catalogue.base(), folder);
        this.progress = progress;
    }

    @Override
    public synchronized String base() {
        var known = base.identity();
        if (known.isPresent()) {
            return known.get();
        }
        var opened = open();
        // Another process may have made it while this one waited for its turn.
        return base.identity().orElseGet(() -> base.make(opened, progress));
    }

    @Override
    public void reserve() {
        open();
    }

    @Override
    public synchronized void lend(Recipe foundation, Path archive) {
        var opened = open();
        if (!opened.labels(foundation.reference()).contains(origin(archive))) {
            opened.pull("oci-archive:" + archive, foundation.reference());
        }
    }

    @Override
    public void build(Recipe recipe, Path context, Path archive, Progress.Step step) {
        var opened = open();
        // A foundation stays in the store under its own name: the next build stands on it.
        var stays = catalogue.foundations().contains(recipe);
        var name = stays ? recipe.reference() : "localhost/" + recipe.name() + ":building";
        opened.build(context, name, step, "--label", origin(archive));
        step.detail("exporting");
        if (catalogue.guests().contains(recipe)) {
            opened.copy(name, DISK, archive);
        } else {
            opened.export(name, recipe.references(), archive);
        }
        if (!stays) {
            opened.remove(name);
        }
    }

    /** A label that says what an image was made of, as the name of its archive does. */
    private static String origin(Path archive) {
        return "io.c5c3.archive=" + archive.getFileName();
    }

    private synchronized Buildah open() {
        if (buildah == null) {
            turn = Turn.await(folder.resolve("lock"), progress);
            Command.of("rm", "-rf", Builder.work(folder).toString()).run();
            buildah = Buildah.open(folder);
            if (base.identity().isPresent()) {
                base.load(buildah);
            }
        }
        return buildah;
    }

    @Override
    public synchronized void close() {
        if (turn != null) {
            Buildah.release(folder);
            turn.close();
        }
    }
}
