package io.c5c3.local;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is in a full cluster from the beginning: its DNS, its storage class, and the rights of these and of the firewall.
 *
 * @param node the first, which has what has to be there as long as the API server is
 */
record Addons(String node, Addresses addresses) {
    /** The user the storage provisioner is. */
    static final String PROVISIONER = "c5c3:local-path-provisioner";

    /** The user the firewall is. */
    static final String FIREWALL = "c5c3:kube-router";

    private static final String CONTENT = "local.c5c3.io/content";

    /** Writes what is not there as it should be; the second time that is nothing. */
    void apply(KubernetesClient client) {
        for (var object : objects()) {
            var present = client.resource(object).get();
            if (present == null || !content(object).equals(content(present))) {
                if (present instanceof StorageClass) {
                    // Its parts cannot be changed. Claims know it by its name, and volumes that are there do not need
                    // it.
                    client.resource(object).delete();
                }
                client.resource(object)
                        .fieldManager("c5c3-local")
                        .forceConflicts()
                        .serverSideApply();
            }
        }
    }

    /** Each carries a digest of itself: comparing that needs no knowledge of what the API server adds. */
    List<HasMetadata> objects() {
        var manifest = Templates.fill(
                "addons.yaml",
                "node",
                node,
                "dns",
                addresses.dns(),
                "coredns",
                ClusterImages.COREDNS.reference(),
                "provisioner",
                PROVISIONER,
                "firewall",
                FIREWALL);
        return manifest.lines()
                .collect(java.util.stream.Collectors.joining("\n"))
                .transform(Addons::parse);
    }

    private static List<HasMetadata> parse(String manifest) {
        return List.of(manifest.split("\n---\n")).stream().map(Addons::marked).toList();
    }

    private static HasMetadata marked(String yaml) {
        HasMetadata object = Serialization.unmarshal(yaml);
        var metadata = object.getMetadata();
        var annotations = new HashMap<>(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
        annotations.put(CONTENT, Digest.shortHex(yaml));
        metadata.setAnnotations(annotations);
        return object;
    }

    private static String content(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of())
                .getOrDefault(CONTENT, "");
    }
}
