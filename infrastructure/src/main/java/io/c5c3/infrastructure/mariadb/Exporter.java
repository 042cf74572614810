package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Optional;

/**
 * The exporter beside each server. It comes through the socket, where it is told from others by the user it runs as: there is no password to
 * be kept, and encryption has nothing to hide. Its login has no privilege at all, since everybody may see status and variables.
 */
record Exporter(MariaDB mariadb) {

    static final String PORT_NAME = "metrics";

    /** Called nobody in every image of the server, which looks up the name. */
    private static final long UID = 65534;

    private static final String LOGIN = "c5c3-exporter";

    /** What the server is asked for beyond what everybody may see. */
    private static final List<String> FORBIDDEN =
            List.of("slave_status", "info_schema.innodb_cmp", "info_schema.innodb_cmpmem");

    boolean isWanted() {
        return mariadb.getSpec().metrics().enabled();
    }

    /** What the server's pod is told of it before the server starts. */
    List<String> beforehand() {
        return isWanted() ? List.of("exported") : List.of();
    }

    List<Integer> ports() {
        return isWanted() ? List.of(MariaDB.METRICS_PORT) : List.of();
    }

    Optional<ServicePort> servicePort() {
        return isWanted() ? Optional.of(ServerGroup.port(PORT_NAME, MariaDB.METRICS_PORT)) : Optional.empty();
    }

    /** @param socket the folder that the server's socket is in */
    PodTemplate into(PodTemplate pod, VolumeMount socket) {
        return isWanted() ? pod.with(container(socket)) : pod;
    }

    private Container container(VolumeMount socket) {
        return new ContainerBuilder()
                .withName(PORT_NAME)
                .withImage(mariadb.getSpec().metrics().image())
                .withArgs(
                        "--mysqld.address=unix://" + socket.getMountPath() + "/mysqld.sock",
                        "--mysqld.username=" + LOGIN,
                        // There is no file with logins.
                        "--config.my-cnf=")
                .addAllToArgs(FORBIDDEN.stream()
                        .map(collector -> "--no-collect." + collector)
                        .toList())
                .withNewSecurityContext()
                .withRunAsUser(UID)
                .withRunAsGroup(UID)
                .endSecurityContext()
                .addNewPort()
                .withName(PORT_NAME)
                .withContainerPort(MariaDB.METRICS_PORT)
                .withProtocol("TCP")
                .endPort()
                .withResources(Requests.of("10m", "32Mi"))
                // What others keep beside the socket, only they can read.
                .withVolumeMounts(socket.edit().withReadOnly(true).build())
                .build();
    }
}
