package io.c5c3.infrastructure.ceph;

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
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes the second manager known to the cluster, which makes its key. The first is known from the cluster's first day.
 *
 * @param admin the Secret to log in with
 * @param keys the Secret the pod reads
 */
record ManagerKeyStep(String admin, String keys) implements Step {

    private static final String USER = "mgr.b";
    private static final Map<String, String> CAPS =
            Map.of("mds", "allow *", "mon", "allow profile mgr", "osd", "allow *");

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, keys));
    }

    @Override
    public Outcome run(Work work) {
        var done = Outcome.done("ManagerKnown", "The cluster knows the second manager.");
        return new AdminTask(admin, "managers", List.of(keys), USER).run(work, done, (ceph, login) -> {
            work.apply(secret(new Keyring(ceph.ensureUsers(login, List.of(new CephUser(USER, new TreeMap<>(CAPS)))))));
            return Optional.empty();
        });
    }

    private Secret secret(Keyring keyring) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(keys)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(Map.of(ClusterKeysStep.MANAGER_KEYRING, keyring.text())))
                .build();
    }
}
