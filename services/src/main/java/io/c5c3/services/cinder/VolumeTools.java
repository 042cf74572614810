package io.c5c3.services.cinder;

import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Commands that drivers call and that no image has: what they say of themselves is in their files. */
record VolumeTools(ServicePods pods) {

    private static final String SUDO = "sudo";
    private static final String CEPH = "ceph";
    private static final SortedMap<String, String> FILES = new TreeMap<>();

    static {
        List.of(SUDO, CEPH).forEach(name -> FILES.put(name, Shipped.file(VolumeTools.class, name)));
    }

    private static final List<String> HELPERS = List.of("cinder_sys_admin", "privsep_osbrick");

    private static final String VOLUME = "tools";
    private static final String FOLDER = "/usr/local/bin/";
    private static final int EXECUTABLE = 0555;

    ConfigFiles files() {
        return new ConfigFiles(pods.name() + "-volume-tools", pods.labels("volume"), FILES);
    }

    /**
     * Some of the work is a helper's, which there is no sudo for; outside a privileged pod it may do no more than the service itself.
     *
     * @param root whether the pod is privileged
     */
    static Ini helped(Ini ini, boolean root) {
        var result = ini;
        for (var helper : HELPERS) {
            result = result.set(helper, "helper_command", "privsep-helper --config-file " + CinderConfig.PATH);
            result = root ? result : result.set(helper, "capabilities", "");
        }
        return result;
    }

    /** Root needs no sudo. */
    Reads in(Reads reads, VolumeBackend backend) {
        var wanted = new TreeSet<String>();
        if (!backend.wish().privileged()) {
            wanted.add(SUDO);
        }
        if (backend.ceph().isPresent()) {
            wanted.add(CEPH);
        }
        return in(reads, wanted);
    }

    /** The driver of a backend looks for monitors; whoever reads its volumes is told. */
    Reads in(Reads reads, VolumeBackups backups) {
        return in(reads, backups.root() ? Set.of() : Set.of(SUDO));
    }

    private Reads in(Reads reads, Set<String> wanted) {
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
                wanted.stream().map(VolumeTools::mount).toArray(VolumeMount[]::new));
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
