package io.c5c3.engine.kube;

import io.c5c3.engine.Digest;
import io.c5c3.engine.Reconciliation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files that pods read when they start. Their ConfigMap is named after its content and never changes: pods of an old rollout keep what
 * they started with, and a new content is a new pod template, which is what rolls the pods.
 */
public record ConfigFiles(String prefix, Map<String, String> labels, SortedMap<String, String> files) {

    private static final String VOLUME = "config";

    public ConfigFiles {
        files = new TreeMap<>(files);
    }

    public String name() {
        return prefix + "-" + Digest.of(files);
    }

    public ConfigMap configMap() {
        var all = new TreeMap<>(labels);
        all.put(Reconciliation.REVISION, Digest.of(files));
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(all)
                .endMetadata()
                .withImmutable(true)
                .withData(files)
                .build();
    }

    public Volume volume() {
        return new VolumeBuilder()
                .withName(VOLUME)
                .withNewConfigMap()
                .withName(name())
                .withDefaultMode(0444)
                .endConfigMap()
                .build();
    }

    /** Each file by itself, so that the folder has room for other mounts. */
    public List<VolumeMount> mounts(String folder) {
        return files.keySet().stream()
                .map(file -> new VolumeMountBuilder()
                        .withName(VOLUME)
                        .withMountPath(folder + "/" + file)
                        .withSubPath(file)
                        .withReadOnly(true)
                        .build())
                .toList();
    }
}
