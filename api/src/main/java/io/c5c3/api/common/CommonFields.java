package io.c5c3.api.common;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;

/**
 * Fields that mean the same in every kind that has them, described once: where neither a record nor the type of a field says anything,
 * these are the words that people read. Nothing implements it.
 */
public interface CommonFields {

    /** Whether this part is there. */
    boolean enabled();

    /** How many pods do this work. */
    int replicas();

    /** When it is done: five cron fields (minute hour day month weekday), or @hourly, @daily, @weekly, @monthly or @yearly. */
    String schedule();

    /** When keys are replaced: five cron fields (minute hour day month weekday), or @hourly, @daily, @weekly, @monthly or @yearly. */
    String rotationSchedule();

    /** Keeps the schedule, and does nothing when the time comes. */
    boolean suspend();

    /** Size of each volume. */
    String storageSize();

    /** The StorageClass of the volumes; without it, the cluster's default. */
    String storageClass();

    /** The image of the containers, as a pod names it. */
    String image();

    /** Options by section, laid over the operator's; what has a field of its own is refused. */
    Map<String, Map<String, String>> customConfig();

    /** Labels of the nodes that it runs on. */
    Map<String, String> nodeSelector();

    /** What each pod asks for and may use at most; as in a pod (kubectl explain pod.spec.containers.resources). */
    Object resources();

    /** Who makes way for whom when nodes are full; as in a pod (kubectl explain pod.spec.priorityClassName). */
    String priorityClassName();

    /** What was done and what is missing, one entry per part; Ready sums them up. */
    List<Condition> conditions();

    /** The generation of the resource that the status speaks of. */
    long observedGeneration();

    /** Where it is reached within the cluster. */
    String endpoint();

    /** The release that runs. */
    String installedRelease();

    /** The version that the servers report. */
    String version();
}
