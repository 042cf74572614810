package io.c5c3.services.cinder;

import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Commands that drivers call and that no image has: what they say of themselves is in their files. */
record VolumeTools(ServicePods pods) {

    private static final String SUDO = "sudo";
    private static final String CEPH = "ceph";
    private static final SortedMap<String, String> FILES = new TreeMap<>();

    static {
        List.of(SUDO, CEPH).forEach(name -> FILES.put(name, Shipped.file(VolumeTools.class, name)));
    }

    private static final String VOLUME = "tools";
    private static final String FOLDER = "/usr/local/bin/";
    private static final int EXECUTABLE = 0555;

    ConfigFiles files() {
        return new ConfigFiles(pods.name() + "-volume-tools", pods.labels("volume"), FILES);
    }

    /** Root needs no sudo. */
    Reads in(Reads reads, VolumeBackend backend) {
        var wanted = new TreeMap<>(FILES);
        if (backend.wish().privileged()) {
            wanted.remove(SUDO);
        }
        if (backend.ceph().isEmpty()) {
            wanted.remove(CEPH);
        }
        if (wanted.isEmpty()) {
            return reads;
        }
        return reads.with(
                new VolumeBuilder(files().volume())
                        .withName(VOLUME)
                        .editConfigMap()
                        .withDefaultMode(EXECUTABLE)
                        .endConfigMap()
                        .build(),
                wanted.keySet().stream().map(VolumeTools::mount).toArray(VolumeMount[]::new));
    }

    private static VolumeMount mount(String name) {
        return new VolumeMountBuilder()
                .withName(VOLUME)
                .withMountPath(FOLDER + name)
                .withSubPath(name)
                .withReadOnly(true)
                .build();
    }
}
