package io.c5c3.cli.plane;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/** What one namespace can tell about why something does not work. */
public interface Evidence {
    /** Resources of this project. */
    List<Observed> resources();

    /** Deployments, StatefulSets, DaemonSets and Jobs. */
    List<HasMetadata> workloads();

    List<Pod> pods();

    /** Events of type Warning. */
    List<Event> warnings();

    /** What a person can do about a trouble that others have described, where that is known. */
    Optional<String> remedy(String trouble);

    /** The last lines a container wrote; {@code previous}: before it was restarted. */
    List<String> lastLines(Pod pod, String container, boolean previous);
}
