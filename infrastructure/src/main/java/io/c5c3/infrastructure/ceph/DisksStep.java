package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Makes the disks known to the cluster before their pods start: each has its number, its UUID and its key, which the cluster makes.
 *
 * @param admin the Secret to log in with
 * @param keys the Secret the pods read
 */
record DisksStep(String admin, String keys, String fsid, int count) implements Step {

    private static final Map<String, String> CAPS =
            Map.of("mgr", "allow profile osd", "mon", "allow profile osd", "osd", "allow *");

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, keys));
    }

    @Override
    public Outcome run(Work work) {
        var done = Outcome.done("DisksKnown", "The cluster knows all " + count + " disks.");
        return new AdminTask(admin, "disks", List.of(keys), count).run(work, done, (ceph, login) -> {
            for (var number = 0; number < count; number++) {
                ceph.ensureDisk(login, number, uuid(number));
            }
            var users = IntStream.range(0, count)
                    .mapToObj(number -> new CephUser("osd." + number, new TreeMap<>(CAPS)))
                    .toList();
            work.apply(secret(new Keyring(ceph.ensureUsers(login, users))));
            return Optional.empty();
        });
    }

    /** Follows from the cluster and the number: nobody has to remember it. */
    private String uuid(int number) {
        return UUID.nameUUIDFromBytes((fsid + "/osd." + number).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private Secret secret(Keyring keyring) {
        var data = new TreeMap<>(Map.of(CephSecret.KEYRING, keyring.text()));
        for (var number = 0; number < count; number++) {
            data.put("osd." + number + ".uuid", uuid(number));
        }
        return new SecretBuilder()
                .withNewMetadata()
                .withName(keys)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(data))
                .build();
    }
}
