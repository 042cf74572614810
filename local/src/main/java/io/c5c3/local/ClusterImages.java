package io.c5c3.local;

import io.c5c3.local.image.Images;
import java.nio.file.Path;
import java.util.List;

/** The images a full cluster itself is made of. */
enum ClusterImages {
    PAUSE("pause"),
    COREDNS("coredns"),
    STORAGE("local-path-provisioner");

    private final String image;

    ClusterImages(String image) {
        this.image = image;
    }

    /** What pods call it. */
    String reference() {
        return Images.reference(image);
    }

    /** One archive per image, built if stale. */
    static List<Path> archives(Progress progress) {
        return Images.build(List.of(values()).stream().map(each -> each.image).toList(), progress);
    }
}
