package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Work;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.FoundedStep;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;

/**
 * A monitor begins with nothing, and so does everything that knew the one before.
 *
 * @param claims the volumes of the disks
 */
record NewMaps(ClusterNames names, List<String> claims) implements Anew {

    NewMaps {
        claims = List.copyOf(claims);
    }

    @Override
    public void prepare(Work work) {
        // They are the old monitor's: without them no disk starts before it has new ones.
        work.deleteOwn(Secret.class, names.diskKeys());
        FoundedStep.discard(work, names.of(ClusterNames.DISK), claims);
        work.deleteOwn(Secret.class, names.managerKeys());
        // A manager that runs goes on waiting for the monitor it knew.
        for (var manager : List.of(ClusterNames.MANAGER, ClusterNames.SECOND_MANAGER)) {
            work.restartAll(Deployment.class, names.of(manager), names.selector(manager));
        }
    }
}
