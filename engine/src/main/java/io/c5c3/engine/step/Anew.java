package io.c5c3.engine.step;

import io.c5c3.engine.Work;

/** What goes along with data that is lost, if a person wants to begin with nothing. It may be done more than once. */
@FunctionalInterface
public interface Anew {

    /** Nothing else knows of the data. */
    Anew ALONE = work -> {};

    void prepare(Work work);
}
