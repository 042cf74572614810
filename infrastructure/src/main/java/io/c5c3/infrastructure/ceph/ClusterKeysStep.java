package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The identity of a new cluster and its first keys, made once. Without them its data cannot be read, hence the copy: it is written first,
 * and either is restored from the other.
 *
 * @param deleted whether deleting the resource deletes them
 */
record ClusterKeysStep(String keys, String backup, boolean deleted) implements Step {

    static final String ADMIN = "admin";

    /** What the monitor knows from its first day. */
    static final String MONITOR_KEYRING = "mon.keyring";

    static final String MANAGER_KEYRING = "mgr.keyring";

    static final String MANAGER = "mgr.a";

    private static final List<String> MADE = List.of(ClusterPlace.FSID, ADMIN, MONITOR_KEYRING, MANAGER_KEYRING);
    private static final String ALL = "allow *";

    @Override
    public Outcome run(Work work) {
        var there = work.find(Secret.class, keys);
        var held = there.or(() -> work.find(Secret.class, backup)).map(Secret::getData);
        var begun = Founding.begun(work, work.owner(), keys);
        if (held.isEmpty() && begun.isPresent()) {
            var lost = Founding.lost(
                    work,
                    keys,
                    begun.get(),
                    "The identity and the keys of the cluster, made at "
                            + begun.get().at()
                            + ", are gone: neither Secret/" + keys + " nor Secret/" + backup
                            + " exists, and with others its data cannot be read.",
                    "write one of the two Secrets back from a backup");
            if (lost.isPresent()) {
                return lost.get();
            }
        }
        var data = new TreeMap<>(held.orElseGet(() -> fresh(work)));
        var lacking = MADE.stream()
                .filter(key -> data.getOrDefault(key, "").isBlank())
                .toList();
        if (!lacking.isEmpty()) {
            return Outcome.waiting(
                            "SecretIncomplete",
                            "Secret/" + keys + " lacks " + String.join(", ", lacking)
                                    + ": write them back, or delete it to have it made anew from Secret/" + backup
                                    + ".")
                    .on(Ref.of(Secret.class, work.namespace(), keys));
        }
        if (work.find(Secret.class, backup).isEmpty()) {
            // Somebody may have been first: what is there then is what counts.
            data.putAll(work.createRetained(secret(backup, data)).getData());
        }
        var kept = there.orElseGet(() -> work.createRetained(secret(keys, data)));
        Founding.begin(work, keys, Map.of(keys, kept.getMetadata().getUid()));
        return Outcome.done("KeysAvailable", "Secret/" + keys + " holds the keys of the cluster.");
    }

    private static Map<String, String> fresh(Work work) {
        var now = work.now();
        var admin = CephKey.generate(now);
        var manager = CephKey.generate(now);
        var managerCaps = Map.of("mon", "allow profile mgr", "osd", ALL, "mds", ALL);
        var monitor = Keyring.section("mon.", CephKey.generate(now), new TreeMap<>(Map.of("mon", ALL)))
                + Keyring.section(
                        CephSecret.user(ADMIN),
                        admin,
                        new TreeMap<>(Map.of("mon", ALL, "osd", ALL, "mgr", ALL, "mds", ALL)))
                + Keyring.section(MANAGER, manager, new TreeMap<>(managerCaps));
        var data = new TreeMap<>(Map.of(
                ClusterPlace.FSID,
                UUID.randomUUID().toString(),
                ADMIN,
                admin.text(),
                MONITOR_KEYRING,
                monitor,
                MANAGER_KEYRING,
                Keyring.section(MANAGER, manager, new TreeMap<>())));
        return SecretText.encoded(data);
    }

    private static Secret secret(String name, Map<String, String> data) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(new TreeMap<>(data))
                .build();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, keys), Ref.of(Secret.class, namespace, backup));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            List.of(keys, backup).forEach(name -> work.deleteOwn(Secret.class, name));
            Founding.forget(work, keys);
        }
        return Outcome.skipped("Taken down.");
    }
}
