package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Work;
import io.c5c3.engine.step.Anew;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;

/**
 * A database that begins with nothing has another name than the one before, and fewer changes behind it. Who knew the one before takes that
 * for old data, and would wait for the lost one for ever ("stale data; trying another server").
 *
 * @param cluster whose northd and controllers know it
 * @param members the ConfigMap with the name of the one that was founded, and its members
 */
record NewDatabase(String cluster, String members) implements Anew {

    @Override
    public void prepare(Work work) {
        work.deleteOwn(ConfigMap.class, members);
        work.restartAll(
                Deployment.class, cluster + "-" + Northd.COMPONENT, NodePods.selector(cluster, Northd.COMPONENT));
        work.restartAll(
                DaemonSet.class, cluster + "-" + NodePods.CONTROLLER, NodePods.selector(cluster, NodePods.CONTROLLER));
    }
}
