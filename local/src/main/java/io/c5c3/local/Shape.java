package io.c5c3.local;

import java.util.List;
import java.util.Map;

/** What a cluster consists of. */
sealed interface Shape permits ControlShape, FullShape {
    /** The programs that run when it is up, by where they keep their files. */
    Map<Layout, List<String>> daemons();

    /** Starts what does not run, and returns when all is usable. */
    void start(Progress progress);

    /** Ends all programs, in an order in which nobody loses anything. */
    void stop(Progress progress);

    /** Ends all programs at once, and takes everything away that is not a file of the cluster's own. */
    void remove();
}
