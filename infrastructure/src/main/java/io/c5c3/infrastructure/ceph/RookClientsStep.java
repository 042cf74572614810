package io.c5c3.infrastructure.ceph;

import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A user for each service, as resources of Rook in its own namespace, and a copy of what Rook tells about them where the services are.
 *
 * @param former users of an earlier spec
 * @param deleted whether deleting the resource deletes the users
 */
record RookClientsStep(
        CephStorage.Rook rook, List<CephStorage.Client> clients, Collection<String> former, boolean deleted)
        implements Step {

    /** Where Rook keeps the addresses of its monitors, and the identity of the cluster. */
    private static final String MONITORS = "rook-ceph-config";

    private static final String CLUSTER = "rook-ceph-mon";

    @Override
    public Collection<Ref> intends(String namespace) {
        return clients.stream()
                .map(client -> Ref.of(Secret.class, namespace, client.secretName()))
                .toList();
    }

    @Override
    public List<HasMetadata> objects() {
        return clients.stream().<HasMetadata>map(this::resource).toList();
    }

    @Override
    public Outcome run(Work work) {
        for (var client : clients) {
            var closed = RookUse.refused(work, way(work, client.name()), CephClient.class);
            if (closed.isPresent()) {
                return closed.get();
            }
        }
        // Every user is told where the cluster is; so the way to the first of them is good enough.
        var way = way(work, clients.getFirst().name());
        var monitors = value(way, MONITORS, "mon_host");
        var fsid = value(way, CLUSTER, "fsid");
        if (monitors.isEmpty() || fsid.isEmpty()) {
            var missing = Ref.of(Secret.class, rook.namespace(), monitors.isEmpty() ? MONITORS : CLUSTER);
            return Outcome.waiting(
                            "WaitingForRook",
                            missing + " in " + rook.namespace()
                                    + ", which Rook writes once its monitors run, does not exist or lacks "
                                    + (monitors.isEmpty() ? "mon_host." : "fsid."))
                    .on(missing);
        }
        var conf = "[global]\nauth_client_required = cephx\nfsid = " + fsid.get() + "\nmon_host = " + monitors.get()
                + "\n";
        for (var client : clients) {
            var waiting = copy(work, client, conf);
            if (waiting.isPresent()) {
                return waiting.get();
            }
        }
        forget(
                work,
                former.stream()
                        .filter(name -> clients.stream()
                                .noneMatch(client -> client.name().equals(name)))
                        .toList());
        return ClientsStep.done(clients)
                .found(
                        ClientsStep.STATUS,
                        clients.stream().map(CephStorage.Client::name).toList());
    }

    private Optional<Outcome> copy(Work work, CephStorage.Client client, String conf) {
        var way = way(work, client.name());
        var ref = way.target();
        var there = way.find(CephClient.class)
                .filter(found -> !work.owns(found))
                .orElseGet(() -> work.applyIn(way, resource(client)));
        var status = there.getStatus();
        if (status == null || !RookPoolsStep.READY.equals(status.phase())) {
            return Optional.of(Outcome.waiting(
                            "WaitingForRook",
                            ref + " in " + rook.namespace() + " is "
                                    + RookPoolsStep.phase(status == null ? null : status.phase()))
                    .on(ref));
        }
        var info = status.info();
        var named = info == null ? null : info.get("secretName");
        var secret = named == null ? "rook-ceph-client-" + client.name() : named;
        var key = value(way, secret, CephSecret.KEY).or(() -> value(way, secret, client.name()));
        if (key.isEmpty()) {
            var missing = Ref.of(Secret.class, rook.namespace(), secret);
            return Optional.of(Outcome.waiting(
                            "WaitingForRook",
                            missing + " in " + rook.namespace() + " does not hold the key of " + ref + " yet.")
                    .on(missing));
        }
        work.apply(new CephSecret(work.namespace(), client.secretName())
                .write(conf, client.name(), new CephKey(key.get()), client.pools()));
        return Optional.empty();
    }

    private Elsewhere way(Work work, String client) {
        return work.elsewhere(Ref.of(CephClient.class, rook.namespace(), client));
    }

    private static Optional<String> value(Elsewhere way, String secret, String key) {
        return way.find(Secret.class, secret)
                .map(Secret::getData)
                .map(data -> SecretText.decoded(data).getOrDefault(key, "").strip())
                .filter(text -> !text.isEmpty());
    }

    private CephClient resource(CephStorage.Client client) {
        var resource = new CephClient();
        resource.setMetadata(new ObjectMetaBuilder()
                .withNamespace(rook.namespace())
                .withName(client.name())
                .build());
        resource.setSpec(new CephClient.Spec(Caps.of(client)));
        return resource;
    }

    private void forget(Work work, List<String> names) {
        for (var name : names) {
            work.deleteIn(way(work, name), CephClient.class);
        }
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted && work.serves(CephClient.class)) {
            forget(work, clients.stream().map(CephStorage.Client::name).toList());
        }
        return Outcome.skipped("Taken down.");
    }
}
