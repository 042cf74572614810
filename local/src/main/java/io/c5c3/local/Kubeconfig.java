package io.c5c3.local;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/** The file that lets a client into a cluster; whole in itself, so that it can be copied. */
record Kubeconfig(String cluster, String server, Path authority) {
    Path write(Path file, String user, Authority.Issued identity) {
        return Text.write(file, """
                apiVersion: v1
                kind: Config
                clusters:
                - name: %1$s
                  cluster:
                    server: %2$s
                    certificate-authority-data: %3$s
                users:
                - name: %4$s
                  user:
                    client-certificate-data: %5$s
                    client-key-data: %6$s
                contexts:
                - name: %1$s
                  context:
                    cluster: %1$s
                    user: %4$s
                current-context: %1$s
                """.formatted(
                        cluster, server, data(authority), user, data(identity.certificate()), data(identity.key())));
    }

    private static String data(Path file) {
        var text =
                Text.read(file).orElseThrow(() -> new LocalException(file + " is gone; run the same command again."));
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
