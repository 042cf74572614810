package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The one layout of all Secrets that let somebody into a cluster, whether the operator wrote them or a person.
 *
 * @param name of the Secret
 */
public record CephSecret(String namespace, String name) {

    /** The keys. */
    public static final String CONF = "ceph.conf";

    public static final String KEYRING = "keyring";

    /** The user without its kind: cinder for client.cinder. */
    public static final String USER = "userID";

    public static final String KEY = "userKey";

    /** The first of the pools the user may write to. */
    public static final String POOL = "pool";

    private static final String CLIENT = "client.";

    /** What the Secret gives: a login, or a reason why not. */
    sealed interface Reading {}

    record Usable(CephLogin login) implements Reading {}

    record Unusable(Outcome outcome) implements Reading {}

    static String user(String client) {
        return CLIENT + client;
    }

    /** The login of the only client in the key ring. */
    Reading read(Facts facts) {
        return read(facts, "");
    }

    /** @param client the client the login is to be for; empty if the key ring is to say who it is */
    Reading read(Facts facts, String client) {
        var secret = facts.find(Secret.class, name);
        if (secret.isEmpty()) {
            return unusable("does not exist: create it with the keys " + CONF + " and " + KEYRING + ".");
        }
        var values = SecretText.decoded(secret.get().getData());
        var monitors = CephConf.monitors(values.getOrDefault(CONF, ""));
        if (monitors.isEmpty()) {
            return unusable("has no " + CONF + " with a line mon_host that names a monitor.");
        }
        var keys = Keyring.parse(values.getOrDefault(KEYRING, "")).keys();
        var clients =
                keys.keySet().stream().filter(user -> user.startsWith(CLIENT)).toList();
        if (!client.isEmpty() && !clients.contains(user(client))) {
            return unusable("has no key of " + user(client) + " in its " + KEYRING + "; it has "
                    + (clients.isEmpty() ? "none of a client" : "that of " + String.join(", ", clients)) + ".");
        }
        if (client.isEmpty() && clients.size() != 1) {
            return unusable("has the keys of " + clients.size() + " clients in its " + KEYRING
                    + ": leave the one to log in with, as [client.NAME] and a line key = ...");
        }
        var user = client.isEmpty() ? clients.getFirst() : user(client);
        var key = keys.get(user);
        return key == null || key.secret().isEmpty()
                ? unusable("has a key of " + user + " that is none: it must be what ceph auth get prints.")
                : new Usable(new CephLogin(monitors, user, key));
    }

    private Reading unusable(String why) {
        var ref = Ref.of(Secret.class, namespace, name);
        return new Unusable(
                Outcome.waiting("CephCredentialsInvalid", ref + " " + why).on(ref));
    }

    /** The Secret of a client, ready to be applied. */
    Secret write(String conf, String client, CephKey key, List<String> pools) {
        var data = new TreeMap<>(Map.of(
                CONF,
                conf,
                KEYRING,
                Keyring.section(user(client), key, new TreeMap<>()),
                USER,
                client,
                KEY,
                key.text()));
        if (!pools.isEmpty()) {
            data.put(POOL, pools.getFirst());
        }
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(data))
                .build();
    }
}
