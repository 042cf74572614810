package io.c5c3.local.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.local.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A folder in the OCI image layout: blobs, and an index that names what they are. */
final class OciLayout {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OciLayout() {}

    /** Gives the one image of the layout these names. */
    static void name(Path layout, List<String> references) {
        var file = layout.resolve("index.json").toFile();
        try {
            var index = (ObjectNode) JSON.readTree(file);
            var image = (ObjectNode) index.path("manifests").path(0);
            var named = index.putArray("manifests");
            for (var reference : references) {
                // containerd reads the first, everybody else the second.
                var entry = named.addObject().setAll(image.deepCopy());
                ((ObjectNode) entry)
                        .putObject("annotations")
                        .put("io.containerd.image.name", reference)
                        .put("org.opencontainers.image.ref.name", reference);
            }
            JSON.writeValue(file, index);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The index goes first: whoever wants the names need not read the layers. */
    static void pack(Path layout, Path archive) {
        Command.of("tar", "--create", "--file", archive.toString(), "--directory", layout.toString())
                .and("oci-layout", "index.json", "blobs")
                .run();
    }
}
