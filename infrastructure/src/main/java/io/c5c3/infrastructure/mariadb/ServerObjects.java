package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Reconciliation;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.c5c3.infrastructure.sql.DatabaseCertificate;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What stands beside the servers.
 *
 * @param size how many there are
 * @param among how they speak among each other
 */
record ServerObjects(MariaDB mariadb, int size, Among among) {

    static final String SERVICE = "mariadb";
    static final String PORT_NAME = "mysql";

    /** What runs before the server does. */
    static final String BEFORE = "before.sh";

    String name() {
        return mariadb.getMetadata().getName();
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    String nodes() {
        return new DatabaseCertificate(mariadb).nodes();
    }

    Membership membership() {
        return new Membership(mariadb, size);
    }

    Encryption encryption() {
        return new Encryption(mariadb, size, among);
    }

    private Map<String, String> options() {
        var all = new TreeMap<>(membership().options(encryption().providerOptions()));
        all.putAll(encryption().options());
        return all;
    }

    ConfigMap config() {
        var data = new TreeMap<>(Map.of(
                "c5c3.cnf",
                new ServerOptions(
                                        mariadb.getSpec().config(),
                                        Memory.pool(mariadb.getSpec().pods()),
                                        options())
                                .text()
                        + encryption().copies(),
                BEFORE,
                Shipped.file(ServerObjects.class, BEFORE)));
        Stream.of(membership().scripts(), encryption().scripts())
                .flatMap(List::stream)
                .forEach(script -> data.put(script, Shipped.file(ServerObjects.class, script)));
        data.putAll(new BackupSource(mariadb).scripts());
        var labels = new TreeMap<>(labels());
        var digest = Digest.of(data);
        labels.put(Reconciliation.REVISION, digest);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name() + "-config-" + digest)
                .withLabels(labels)
                .endMetadata()
                .withImmutable(true)
                .withData(data)
                .build();
    }

    /**
     * Where clients go.
     *
     * @param marked whether a member bears the mark of the one that takes the writes; until then any that is ready will do
     */
    Service service(boolean marked) {
        return (marked
                        ? service(name())
                                .editSpec()
                                .addToSelector(Membership.MARK)
                                .endSpec()
                        : service(name()))
                .build();
    }

    /** All members, for who only reads and can bear to read what is some milliseconds old. */
    private Service readers() {
        return service(new DatabaseCertificate(mariadb).readers()).build();
    }

    /** Gives the pods names of their own, and leads to what each tells of itself. */
    Service headless() {
        return service(nodes())
                .editSpec()
                .addAllToPorts(new Exporter(mariadb).servicePort().stream().toList())
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(selector())
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(MariaDB.PORT)
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec();
    }

    List<HasMetadata> beside(boolean marked) {
        var all = new ArrayList<HasMetadata>(List.of(service(marked), headless()));
        if (size > 1) {
            all.add(readers());
        }
        group().disruptionBudget(size).ifPresent(all::add);
        networkPolicy().ifPresent(all::add);
        return all;
    }

    ServerGroup group() {
        return new ServerGroup(name(), labels(), selector());
    }

    /** Nothing but the database and its metrics is open to others, and servers connect to nobody but names and each other. */
    private Optional<NetworkPolicy> networkPolicy() {
        var open = new ArrayList<>(List.of(MariaDB.PORT));
        open.addAll(new Exporter(mariadb).ports());
        return group().networkPolicy(
                        mariadb.getSpec().networkPolicy(), open, membership().ports())
                .map(new BackupSource(mariadb)::letIn);
    }
}
