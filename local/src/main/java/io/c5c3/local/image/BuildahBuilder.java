package io.c5c3.local.image;

import io.c5c3.local.Progress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Builds with buildah. The store is opened when there is something to build; looking for stale archives needs none of it. */
final class BuildahBuilder implements Builder {
    private final Path folder;
    private final Base base;
    private final Progress progress;
    private @Nullable Turn turn;
    private @Nullable Buildah buildah;

    BuildahBuilder(Path folder, String base, Progress progress) {
        this.folder = folder;
        this.base = new Base(base, folder);
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
    public void build(Recipe recipe, Path context, Path archive, Progress.Step step) {
        var opened = open();
        var name = "localhost/" + recipe.name() + ":building";
        opened.build(context, name, step);
        step.detail("exporting");
        opened.export(name, recipe.references(), archive);
        opened.remove(name);
    }

    private synchronized Buildah open() {
        if (buildah == null) {
            turn = Turn.await(folder.resolve("lock"), progress);
            Shell.of("rm", "-rf", Builder.work(folder).toString()).run();
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
            turn.close();
        }
    }
}
