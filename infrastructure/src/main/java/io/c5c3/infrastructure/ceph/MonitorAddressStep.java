package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The one address under which the cluster is known for good. Guests that run keep it in memory, so it is written down with the keys, and
 * a Service that was deleted comes back under the same one.
 *
 * @param service that stands before the monitor
 * @param options of the clients, for the Secret with which one logs in as administrator
 */
record MonitorAddressStep(ClusterNames names, Service service, ClusterOptions options) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return List.of(service);
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        var refs = new ArrayList<>(Step.super.intends(namespace));
        refs.add(Ref.of(Secret.class, namespace, names.admin()));
        return refs;
    }

    @Override
    public Outcome run(Work work) {
        var known = ClusterPlace.of(work, names).map(ClusterPlace::address);
        var wanted = new ServiceBuilder(service)
                .editSpec()
                .withClusterIP(known.orElse(null))
                .endSpec()
                .build();
        var there = work.apply(wanted);
        var ref = Ref.of(there);
        var given = there.getSpec().getClusterIP();
        if (known.isEmpty() && (given == null || given.isBlank())) {
            return Outcome.waiting("WaitingForAddress", ref + " has no address yet.")
                    .on(ref);
        }
        writeDown(work, names.backup(), known.orElse(given));
        writeDown(work, names.keys(), known.orElse(given));
        var place = ClusterPlace.of(work, names);
        place.ifPresent(found -> admit(work, found));
        return Outcome.done(
                "AddressAvailable",
                "The monitor is found at " + place.map(ClusterPlace::monitor).orElse(given) + ".");
    }

    private static void writeDown(Work work, String secret, String address) {
        work.find(Secret.class, secret)
                .filter(keys -> !keys.getData().containsKey(ClusterPlace.ADDRESS))
                .ifPresent(keys -> {
                    var data = new TreeMap<>(keys.getData());
                    data.put(ClusterPlace.ADDRESS, SecretText.encoded(address));
                    work.replace(keys.edit().withData(data).build());
                });
    }

    private void admit(Work work, ClusterPlace place) {
        var key = SecretText.of(work, names.keys()).getOrDefault(ClusterKeysStep.ADMIN, "");
        work.apply(new CephSecret(work.namespace(), names.admin())
                .write(options.clients(place), ClusterKeysStep.ADMIN, new CephKey(key), List.of()));
    }
}
