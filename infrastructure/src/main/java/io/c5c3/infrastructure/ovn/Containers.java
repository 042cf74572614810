package io.c5c3.infrastructure.ovn;

import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.Arrays;

/** What containers are made of, in few words. */
final class Containers {

    /** Everything goes to the container's log. */
    static final String[] LOGGING = {"-vconsole:info", "-vsyslog:off", "-vfile:off"};

    private Containers() {}

    static Probe probe(int period, int failures, String... command) {
        return new ProbeBuilder()
                .withNewExec()
                .withCommand(Arrays.asList(command))
                .endExec()
                .withPeriodSeconds(period)
                .withTimeoutSeconds(6)
                .withFailureThreshold(failures)
                .build();
    }

    static Volume emptyDir(String name) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build();
    }

    static VolumeMount mount(String name, String path) {
        return new VolumeMountBuilder().withName(name).withMountPath(path).build();
    }

    static VolumeMount readOnly(String name, String path) {
        return new VolumeMountBuilder(mount(name, path)).withReadOnly(true).build();
    }
}
