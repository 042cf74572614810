package io.c5c3.cli.rehearsal;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.terminal.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;

/** A cluster of which nothing runs but the API server, with a cloud that does not become ready. */
public final class RehearsedCluster implements AutoCloseable {
    public static final String NAMESPACE = "openstack";
    public static final String PLANE = "rehearsal";

    private final StillApiServer server;
    private final Path kubeconfig;

    private RehearsedCluster(StillApiServer server, Path kubeconfig) {
        this.server = server;
        this.kubeconfig = kubeconfig;
    }

    /** @param kubeconfig the file that lets others in; it must not be there yet */
    public static RehearsedCluster start(Path kubeconfig)
            throws IOException, InterruptedException, GeneralSecurityException {
        if (Files.exists(kubeconfig)) {
            throw new Failure(kubeconfig + " is that of a real cluster: set C5C3_STATE to an empty folder.");
        }
        var folder = Files.createDirectories(Objects.requireNonNull(kubeconfig.getParent()));
        var identities = Identities.make(folder);
        var objects = new ArrayList<>(Documents.parse(text(), "rehearsal.yaml"));
        var pod = ClientPod.deployment(NAMESPACE, PLANE);
        pod.setAdditionalProperty("status", Map.of("replicas", 1, "updatedReplicas", 1, "availableReplicas", 1));
        objects.add(pod);
        var server = new StillApiServer(objects, identities.context());
        Files.writeString(kubeconfig, identities.kubeconfig(server.address()));
        return new RehearsedCluster(server, kubeconfig);
    }

    private static String text() throws IOException {
        try (var text = RehearsedCluster.class.getResourceAsStream("/io/c5c3/cli/rehearsal.yaml")) {
            return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public String toString() {
        return "the cluster at " + server.address();
    }

    @Override
    public void close() throws IOException {
        Files.delete(kubeconfig);
        server.close();
    }
}
