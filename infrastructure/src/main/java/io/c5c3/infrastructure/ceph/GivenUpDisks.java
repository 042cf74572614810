package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.Anew;
import java.time.temporal.ChronoUnit;

/**
 * Disks that a person does without: groups that were on no other may begin with nothing (see {@link LostGroupsStep}).
 *
 * @param set the StatefulSet of the disks
 */
record GivenUpDisks(String set) implements Anew {

    /** Under which it is written down, with the time. */
    String thing() {
        return set + "-given-up";
    }

    @Override
    public void prepare(Work work) {
        Founding.note(work, thing(), work.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
