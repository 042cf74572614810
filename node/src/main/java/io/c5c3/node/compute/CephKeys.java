package io.c5c3.node.compute;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.cinder.LibvirtSecret;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Rbd;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.infrastructure.ceph.CephSecret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The keys with which guests reach their disks in Ceph: those of every Cinder backend of the namespace, since Cinder only tells under which
 * name libvirt keeps them, and the one for disks that Nova itself makes.
 *
 * @param secrets by that name, the Secret with the key ring
 */
record CephKeys(SortedMap<String, String> byName) {

    private static final String FOLDER = "/etc/c5c3/ceph";

    static CephKeys of(NovaCompute compute, Facts facts) {
        var keys = new TreeMap<String, String>();
        for (var cinder : facts.neighbours(Cinder.class)) {
            var name = cinder.getMetadata().getName();
            for (var backend : cinder.getSpec().backends()) {
                if (backend.inCeph()) {
                    var secret = CephAccess.of(Objects.requireNonNullElse(backend.rbd(), Defaults.of(Rbd.class)), name)
                            .secret();
                    var namespace = compute.getMetadata().getNamespace();
                    keys.put(
                            written(facts, secret)
                                    .orElseGet(() -> LibvirtSecret.of(namespace, name, backend.name())
                                            .toString()),
                            secret);
                }
            }
        }
        var own = compute.getSpec().rbd();
        if (own != null) {
            keys.put(nameOfOwn(compute), CephAccess.of(own, "nova").secret());
        }
        return new CephKeys(keys);
    }

    /** The name of the key for disks that Nova itself makes. */
    static String nameOfOwn(NovaCompute compute) {
        return LibvirtSecret.of(
                        compute.getMetadata().getNamespace(),
                        "nova-compute",
                        compute.getMetadata().getName())
                .toString();
    }

    private static Optional<String> written(Facts facts, String secret) {
        return SecretText.value(facts, secret, LibvirtSecret.KEY).map(String::strip);
    }

    Set<String> secrets() {
        return new HashSet<>(byName.values());
    }

    /** A Secret that is not there yet keeps nobody: libvirt starts again when it comes, and guests do not notice. */
    List<Volume> volumes() {
        return byName.entrySet().stream()
                .map(key -> new VolumeBuilder()
                        .withName(volume(key))
                        .withNewSecret()
                        .withSecretName(key.getValue())
                        .withOptional(true)
                        .withDefaultMode(0400)
                        .addNewItem(CephSecret.KEYRING, null, CephSecret.KEYRING)
                        .endSecret()
                        .build())
                .toList();
    }

    List<VolumeMount> mounts() {
        return byName.entrySet().stream()
                .map(key -> new VolumeMountBuilder()
                        .withName(volume(key))
                        .withMountPath(FOLDER + "/" + key.getKey())
                        .withReadOnly(true)
                        .build())
                .toList();
    }

    private static String volume(Map.Entry<String, String> key) {
        return "ceph-" + key.getKey();
    }
}
