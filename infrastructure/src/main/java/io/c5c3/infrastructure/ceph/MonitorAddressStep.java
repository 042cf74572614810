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
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The addresses under which the monitors are known for good. Guests that run keep them in memory, so they are written down with the keys,
 * and a Service that was deleted comes back under the same one.
 *
 * @param services that stand before the monitors, by number
 * @param options of the clients, for the Secret with which one logs in as administrator
 */
record MonitorAddressStep(ClusterNames names, List<Service> services, ClusterOptions options) implements Step {

    @Override
    public List<HasMetadata> objects() {
        return List.copyOf(services);
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        var refs = new ArrayList<>(Step.super.intends(namespace));
        refs.add(Ref.of(Secret.class, namespace, names.admin()));
        return refs;
    }

    @Override
    public Outcome run(Work work) {
        var known = ClusterPlace.of(work, names).map(ClusterPlace::addresses).orElse(List.of());
        var addresses = new TreeMap<String, String>();
        Optional<Ref> missing = Optional.empty();
        for (var number = 0; number < services.size(); number++) {
            var there = work.apply(new ServiceBuilder(services.get(number))
                    .editSpec()
                    .withClusterIP(number < known.size() ? known.get(number) : null)
                    .endSpec()
                    .build());
            var given = number < known.size()
                    ? known.get(number)
                    : Objects.requireNonNullElse(there.getSpec().getClusterIP(), "");
            addresses.put(ClusterPlace.address(number), given);
            if (given.isBlank()) {
                missing = missing.or(() -> Optional.of(Ref.of(there)));
            }
        }
        if (missing.isPresent()) {
            return Outcome.waiting("WaitingForAddress", missing.get() + " has no address yet.")
                    .on(missing.get());
        }
        writeDown(work, names.backup(), addresses);
        writeDown(work, names.keys(), addresses);
        var place = ClusterPlace.of(work, names);
        place.ifPresent(found -> admit(work, found));
        return Outcome.done(
                "AddressAvailable",
                (services.size() == 1 ? "The monitor is found at " : "The monitors are found at ")
                        + place.map(found -> String.join(", ", found.monitors()))
                                .orElseGet(() -> String.join(", ", addresses.values()))
                        + ".");
    }

    private static void writeDown(Work work, String secret, SortedMap<String, String> addresses) {
        work.find(Secret.class, secret)
                .filter(keys -> !keys.getData().keySet().containsAll(addresses.keySet()))
                .ifPresent(keys -> {
                    var data = new TreeMap<>(keys.getData());
                    addresses.forEach((key, address) -> data.putIfAbsent(key, SecretText.encoded(address)));
                    work.replace(keys.edit().withData(data).build());
                });
    }

    private void admit(Work work, ClusterPlace place) {
        var key = SecretText.of(work, names.keys()).getOrDefault(ClusterKeysStep.ADMIN, "");
        work.apply(new CephSecret(work.namespace(), names.admin())
                .write(options.clients(place), ClusterKeysStep.ADMIN, new CephKey(key), List.of()));
    }
}
