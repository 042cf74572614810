package io.c5c3.local.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A short name for everything an image is made of: equal ingredients, equal name. */
final class Fingerprint {
    private static final int BYTES = 8;

    private final MessageDigest digest = sha256();

    Fingerprint text(String label, String value) {
        // Lengths keep neighbours apart: ("a", "bc") is not ("ab", "c").
        add(label);
        add(value);
        return this;
    }

    Fingerprint file(String label, Path file) {
        try {
            return text(label, (Files.isExecutable(file) ? "x" : "-") + contentOf(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private void add(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
    }

    private static String contentOf(Path file) throws IOException {
        var content = sha256();
        try (var sink = new DigestOutputStream(java.io.OutputStream.nullOutputStream(), content)) {
            Files.copy(file, sink);
        }
        return HexFormat.of().formatHex(content.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
