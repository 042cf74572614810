package io.c5c3.local.image;

import io.c5c3.local.Progress;
import java.nio.file.Path;

/** Turns build contexts into image archives. */
interface Builder extends AutoCloseable {
    /** What the public base is at the moment: equal text, equal base. Made if there is none yet. */
    String base();

    /** Until close() nobody else on this machine builds; what killed builds left behind is gone. */
    void reserve();

    /** Puts a foundation that was built before where builds that say FROM find it. */
    void lend(Recipe foundation, Path archive);

    /** Builds the context and writes one OCI archive that holds the image under all its references; of a guest, its disk. */
    void build(Recipe recipe, Path context, Path archive, Progress.Step step);

    @Override
    void close();

    /** Where unfinished things are; what lies there when a builder begins was left by a killed one. */
    static Path work(Path folder) {
        return folder.resolve("work");
    }
}
