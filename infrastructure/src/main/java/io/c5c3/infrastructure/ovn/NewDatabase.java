package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Work;
import io.c5c3.engine.step.Anew;
import io.fabric8.kubernetes.api.model.ConfigMap;

/**
 * A database that begins with nothing has another name than the one before.
 *
 * @param members the ConfigMap with the name of the one that was founded, and its members
 */
record NewDatabase(String members) implements Anew {

    @Override
    public void prepare(Work work) {
        work.deleteOwn(ConfigMap.class, members);
    }
}
