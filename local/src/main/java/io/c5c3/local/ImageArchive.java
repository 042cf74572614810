package io.c5c3.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An OCI image archive: a tar file with an index that names the images in it. */
final class ImageArchive {
    private static final int BLOCK = 512;
    private static final String[] NAMES = {"io.containerd.image.name", "org.opencontainers.image.ref.name"};

    private ImageArchive() {}

    /** The names of the images inside, with their digests. */
    static Map<String, String> names(Path archive) {
        try (var channel = FileChannel.open(archive)) {
            var names = new TreeMap<String, String>();
            var index = entry(channel, "index.json");
            if (index.isPresent()) {
                for (var manifest : new ObjectMapper().readTree(index.get()).path("manifests")) {
                    name(manifest)
                            .ifPresent(name ->
                                    names.put(name, manifest.path("digest").asText()));
                }
            }
            return names;
        } catch (IOException e) {
            throw new LocalException(archive + " is not an image archive (" + e.getMessage() + "): build it again.", e);
        }
    }

    private static Optional<String> name(JsonNode manifest) {
        for (var key : NAMES) {
            var name = manifest.path("annotations").path(key).asText("");
            if (!name.isEmpty()) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** Hops from header to header: an archive of a gigabyte is searched in a moment. */
    private static Optional<String> entry(FileChannel channel, String wanted) throws IOException {
        var header = new byte[BLOCK];
        var position = 0L;
        while (channel.read(ByteBuffer.wrap(header), position) == BLOCK && header[0] != 0) {
            var name = text(header, 0, 100);
            var size = Long.parseLong(text(header, 124, 11).strip(), 8);
            if (name.equals(wanted) || name.equals("./" + wanted)) {
                var content = new byte[Math.toIntExact(size)];
                channel.read(ByteBuffer.wrap(content), position + BLOCK);
                return Optional.of(new String(content, StandardCharsets.UTF_8));
            }
            position += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return Optional.empty();
    }

    private static String text(byte[] header, int from, int length) {
        var text = new String(header, from, length, StandardCharsets.US_ASCII);
        var end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }
}
