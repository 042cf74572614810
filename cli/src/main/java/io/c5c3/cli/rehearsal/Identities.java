package io.c5c3.cli.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Keys and certificates of a server and of the one who calls it, made by the JDK's own keytool. They are of the kinds that the local cluster
 * has: whoever calls a cluster loads other classes for other kinds.
 */
final class Identities {
    private static final char[] PASSWORD = "rehearsal".toCharArray();
    private static final String SERVER = "server";
    private static final String CLIENT = "client";

    private final KeyStore store;

    private Identities(KeyStore store) {
        this.store = store;
    }

    static Identities make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        var file = folder.resolve("identities.p12");
        generate(file, SERVER, "EC", "-groupname", "secp256r1");
        generate(file, CLIENT, "RSA", "-keysize", "2048");
        var store = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(file)) {
            store.load(content, PASSWORD);
        }
        return new Identities(store);
    }

    private static void generate(Path store, String name, String algorithm, String... sized)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        words.addAll(List.of("-alias", name, "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1"));
        words.addAll(List.of("-keyalg", algorithm));
        words.addAll(List.of(sized));
        words.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) {
            throw new IOException("keytool made no key for the " + name);
        }
    }

    /** For the server; it lets in the one whom the store knows, and nobody else. */
    SSLContext context() throws GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** As the local cluster writes it. */
    String kubeconfig(String address) throws GeneralSecurityException {
        return """
            apiVersion: v1
            kind: Config
            clusters:
            - name: rehearsal
              cluster:
                server: %s
                certificate-authority-data: %s
            users:
            - name: rehearsal
              user:
                client-certificate-data: %s
                client-key-data: %s
            contexts:
            - name: rehearsal
              context: {cluster: rehearsal, user: rehearsal}
            current-context: rehearsal
            """.formatted(
                        address,
                        pem("CERTIFICATE", store.getCertificate(SERVER).getEncoded()),
                        pem("CERTIFICATE", store.getCertificate(CLIENT).getEncoded()),
                        pem("PRIVATE KEY", store.getKey(CLIENT, PASSWORD).getEncoded()));
    }

    /** Base64 twice: PEM is text, and a kubeconfig has it as data. */
    private static String pem(String type, byte[] content) {
        var text = "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                + type + "-----\n";
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
