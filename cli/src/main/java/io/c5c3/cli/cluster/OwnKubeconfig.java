package io.c5c3.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the kubeconfig that the local cluster writes: one server, one user, everything inside. The client's own reader can read any
 * kubeconfig, but loads the classes of every kind there is before it does, which takes longer than most commands.
 */
final class OwnKubeconfig {
    private OwnKubeconfig() {}

    static Config read(Path file) {
        try {
            JsonNode document = new ObjectMapper()
                    .valueToTree(
                            Yaml.documents(Files.readString(file)).iterator().next());
            var cluster = document.at("/clusters/0/cluster");
            var user = document.at("/users/0/user");
            return new ConfigBuilder(Config.empty())
                    .withMasterUrl(text(cluster, "server"))
                    .withCaCertData(text(cluster, "certificate-authority-data"))
                    .withClientCertData(text(user, "client-certificate-data"))
                    .withClientKeyData(text(user, "client-key-data"))
                    .build();
        } catch (IOException e) {
            throw new Failure(file + " cannot be read (" + e.getMessage() + "). './c5c3 up' writes it anew.", e);
        }
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }
}
