package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;

/**
 * A Secret as a folder of files, which the kubelet keeps up to date.
 *
 * @param keys those to show; all of them, whatever they come to be, when empty
 */
public record SecretFiles(String volumeName, String secret, String folder, List<String> keys) {

    public SecretFiles(String volumeName, String secret, String folder) {
        this(volumeName, secret, folder, List.of());
    }

    public Volume volume() {
        var volume = new VolumeBuilder()
                .withName(volumeName)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(0440)
                .endSecret();
        keys.forEach(key -> volume.editSecret()
                .addNewItem()
                .withKey(key)
                .withPath(key)
                .endItem()
                .endSecret());
        return volume.build();
    }

    public VolumeMount mount() {
        return new VolumeMountBuilder()
                .withName(volumeName)
                .withMountPath(folder)
                .withReadOnly(true)
                .build();
    }
}
