package io.c5c3.infrastructure.ceph;

import io.c5c3.api.common.Rbd;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.step.SecretsStep;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the pods of a service get to their pool: with a Secret, mounted where Ceph's libraries look for it.
 *
 * @param secret with the keys of {@link CephSecret}
 * @param client the user without its kind: cinder for client.cinder
 */
public record CephAccess(String secret, String client) {

    private static final String FOLDER = "/etc/ceph";

    /** The file to name in the configuration of a service. The key ring lies beside it, where the libraries look by themselves. */
    public static final String CONF = FOLDER + "/" + CephSecret.CONF;

    private static final int OLD_MONITOR = 6789;
    private static final int FIRST_DISK = 6800;
    private static final int LAST_DISK = 7568;

    /** Where monitors and disks listen. */
    public static final List<Integer> PORTS = Stream.concat(
                    Stream.of(CephLogin.PORT, OLD_MONITOR),
                    IntStream.rangeClosed(FIRST_DISK, LAST_DISK).boxed())
            .toList();

    /** What a service's spec says, completed by the names that a CephStorage gives: {@code glance-ceph-credentials} for glance. */
    public static CephAccess of(Rbd wish, String service) {
        var secret = wish.cephSecretRef();
        var client = wish.cephClientRef();
        return new CephAccess(
                secret == null ? secretFor(service) : secret.name(), client == null ? service : client.name());
    }

    public static String secretFor(String client) {
        return client + "-ceph-credentials";
    }

    public SecretFiles files() {
        return new SecretFiles("ceph", secret, FOLDER, List.of(CephSecret.CONF, CephSecret.KEYRING));
    }

    public SecretsStep.Input input() {
        return new SecretsStep.Input(secret, List.of(CephSecret.CONF, CephSecret.KEYRING), "WaitingForCephCredentials");
    }

    /** Measures that the pools can be reached with this login. */
    public Step connected(List<String> pools) {
        return new CephConnectedStep(secret, client, pools);
    }
}
