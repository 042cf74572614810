package io.c5c3.cli.plane;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** What one namespace can tell about why something does not work. */
public interface Evidence {
    /** Resources of this project. */
    List<Observed> resources();

    /** Deployments, StatefulSets, DaemonSets and Jobs. */
    List<HasMetadata> workloads();

    List<Pod> pods();

    /** Events of type Warning. */
    List<Event> warnings();

    /** The last lines a container wrote; {@code previous}: before it was restarted. */
    List<String> lastLines(Pod pod, String container, boolean previous);
}
