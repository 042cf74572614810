package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;

/**
 * One login for all services, of a cluster in which we may make no users.
 *
 * @param given the Secret with the login
 */
record SharedLoginStep(String given, List<CephStorage.Client> clients) implements Step {

    @Override
    public Collection<Ref> intends(String namespace) {
        return clients.stream()
                .map(client -> Ref.of(Secret.class, namespace, client.secretName()))
                .toList();
    }

    @Override
    public Outcome run(Work work) {
        return switch (new CephSecret(work.namespace(), given).read(work)) {
            case CephSecret.Unusable problem -> problem.outcome();
            case CephSecret.Usable usable -> share(work, usable.login());
        };
    }

    private Outcome share(Work work, CephLogin login) {
        var conf = SecretText.of(work, given).getOrDefault(CephSecret.CONF, "");
        var name = login.user().substring(CephSecret.user("").length());
        for (var client : clients) {
            work.apply(new CephSecret(work.namespace(), client.secretName())
                    .write(conf, name, login.key(), client.pools()));
        }
        return Outcome.done(
                "ClientsAvailable", "All services log in as " + login.user() + ": name it in their rbd.cephClientRef.");
    }
}
