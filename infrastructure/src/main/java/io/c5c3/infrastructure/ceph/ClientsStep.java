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
import java.util.stream.Collectors;

/**
 * A user for each service, made by whoever may, and a Secret with which the service logs in. The cluster makes the keys and is where they
 * are kept: a Secret that was lost is written again, with the same key.
 *
 * @param admin the Secret to log in with
 * @param former users of an earlier spec
 * @param deleted whether deleting the resource deletes the users
 */
record ClientsStep(String admin, List<CephStorage.Client> clients, Collection<String> former, boolean deleted)
        implements Step {

    static final String STATUS = "clients";

    @Override
    public Collection<Ref> intends(String namespace) {
        return secrets().stream()
                .map(secret -> Ref.of(Secret.class, namespace, secret))
                .toList();
    }

    private List<String> secrets() {
        return clients.stream().map(CephStorage.Client::secretName).toList();
    }

    private List<String> names() {
        return clients.stream().map(CephStorage.Client::name).toList();
    }

    @Override
    public Outcome run(Work work) {
        var wish = clients.stream().collect(Collectors.toMap(CephStorage.Client::name, Caps::of));
        var task = new AdminTask(admin, "clients", secrets(), List.of(wish, secrets(), List.copyOf(former)));
        var outcome = task.run(work, done(clients), (ceph, login) -> {
            var claim = new CephClaim(work, ceph, login);
            var problem = claim.layClients(names());
            if (problem.isPresent()) {
                return problem;
            }
            var keys = ceph.ensureUsers(
                    login,
                    clients.stream()
                            .map(client -> new CephUser(CephSecret.user(client.name()), Caps.of(client)))
                            .toList());
            for (var client : clients) {
                var key = keys.get(CephSecret.user(client.name()));
                if (key != null) {
                    work.apply(new CephSecret(work.namespace(), client.secretName())
                            .write(conf(work, admin), client.name(), key, client.pools()));
                }
            }
            claim.dropClients(
                    former.stream().filter(name -> !names().contains(name)).toList());
            return problem;
        });
        return outcome.succeeded() ? outcome.found(STATUS, names()) : outcome;
    }

    static Outcome.Done done(List<CephStorage.Client> clients) {
        return Outcome.done(
                "ClientsAvailable",
                clients.stream()
                        .map(client -> CephSecret.user(client.name()) + " in Secret/" + client.secretName())
                        .collect(Collectors.joining(", ", "Services can log in: ", ".")));
    }

    /** The cluster as the one sees it whose login is used is the cluster as all see it. */
    private static String conf(Work work, String secret) {
        return SecretText.of(work, secret).getOrDefault(CephSecret.CONF, "");
    }

    @Override
    public Outcome teardown(Work work) {
        if (!deleted || !(new CephSecret(work.namespace(), admin).read(work) instanceof CephSecret.Usable(var login))) {
            return Outcome.skipped("The users stay.");
        }
        try {
            new CephClaim(work, work.port(Ceph.class), login).dropClients(names());
            return Outcome.skipped("Taken down.");
        } catch (CephFailure e) {
            return Outcome.waiting(
                            "ClientsNotDeleted",
                            "The users of the cluster cannot be deleted: " + e.getMessage()
                                    + ". Write deletionPolicy: Retain to leave them.")
                    .retry(CephConnectedStep.WHILE_ILL);
        }
    }
}
