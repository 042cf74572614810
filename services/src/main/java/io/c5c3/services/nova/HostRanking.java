package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Somebody else, Cortex for one, who ranks the hosts that the scheduler has chosen. Nova as it is released knows nothing of this: the
 * operator brings the program that starts its scheduler with the question built in.
 */
record HostRanking(Nova nova, ServicePods pods) {

    private static final String PROGRAM = "external_scheduler.py";
    private static final String FOLDER = "/usr/local/lib/c5c3";
    private static final String VOLUME = "ranking";
    private static final String SECTION = "filter_scheduler";

    private Nova.ExternalScheduler wish() {
        return nova.getSpec().scheduler().externalScheduler();
    }

    private boolean wanted() {
        return wish().enabled() && wish().endpoint() != null;
    }

    private ConfigFiles program() {
        return new ConfigFiles(
                pods.name() + "-scheduler-tools",
                pods.labels("scheduler"),
                new TreeMap<>(Map.of(PROGRAM, Shipped.file(HostRanking.class, PROGRAM))));
    }

    /** What the scheduler's pods read besides what all read. */
    List<ConfigFiles> files() {
        return wanted() ? List.of(program()) : List.of();
    }

    Ini in(Ini ini) {
        return wanted()
                ? ini.set(SECTION, "external_scheduler_api_url", asked(String.valueOf(wish().endpoint())))
                        .set(SECTION, "external_scheduler_timeout", wish().timeoutSeconds())
                : ini;
    }

    /** The address alone stands for the place where Cortex takes Nova's questions; a path that somebody wrote is theirs. */
    private static String asked(String endpoint) {
        return endpoint.matches("https?://[^/]+/*")
                ? endpoint.replaceAll("/+$", "") + "/scheduler/nova/external"
                : endpoint;
    }

    Reads in(Reads reads) {
        return wanted()
                ? reads.with(
                        new VolumeBuilder(program().volume()).withName(VOLUME).build(),
                        new VolumeMountBuilder()
                                .withName(VOLUME)
                                .withMountPath(FOLDER)
                                .withReadOnly(true)
                                .build())
                : reads;
    }

    /** What starts the scheduler. */
    String[] command() {
        return wanted() ? new String[] {"python3", FOLDER + "/" + PROGRAM} : new String[] {"nova-scheduler"};
    }
}
