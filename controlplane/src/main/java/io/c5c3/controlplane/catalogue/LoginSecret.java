package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.engine.rotation.Login;
import io.c5c3.engine.rotation.Readers;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The Secret in which a service finds its login. Everything that is generated is written here before Keystone is told of it, so that a
 * crash in between loses nothing. Id and secret of the application credential always fit together: the secret of the next one waits under
 * a key of its own until there is an id for it.
 */
final class LoginSecret {

    static final String ID = "application_credential_id";
    static final String SECRET = "application_credential_secret";
    static final String PASSWORD = "password";

    /** Of the administrator of the service's own domain. */
    static final String DOMAIN_PASSWORD = "domain_admin_password";

    /** The secret of an application credential that is about to be made. */
    static final String NEXT = "next_application_credential_secret";

    static final String AUTHORITY = "ca.crt";

    private static final String MINTED = "c5c3.io/minted-at";

    private final Work work;
    private Secret held;

    private LoginSecret(Work work, Secret held) {
        this.work = work;
        this.held = held;
    }

    /**
     * A Secret that somebody else made is left as it is.
     *
     * @param known what the service is told
     * @param passwords the keys of those that it needs
     */
    static LoginSecret of(Work work, String name, Map<String, String> known, Collection<String> passwords) {
        var there = work.find(Secret.class, name);
        if (there.isEmpty()) {
            var fresh = new TreeMap<>(known);
            passwords.forEach(key -> fresh.put(key, SecretText.password()));
            fresh.put(NEXT, SecretText.password());
            return new LoginSecret(work, work.createOwned(secret(name, fresh)));
        }
        var secret = new LoginSecret(work, there.get());
        if (secret.isOurs()) {
            secret.complete(known, passwords);
        }
        return secret;
    }

    private static Secret secret(String name, Map<String, String> values) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(values))
                .build();
    }

    boolean isOurs() {
        return work.owns(held);
    }

    Ref ref() {
        return Ref.of(held);
    }

    String value(String key) {
        return values().getOrDefault(key, "");
    }

    /** Asks for another application credential; the one there is stays until that is made. */
    void renew() {
        var values = values();
        values.put(NEXT, SecretText.password());
        write(values, held.getMetadata().getAnnotations());
    }

    /** The next application credential has been made, and is the one to use from now on. */
    void use(String id) {
        var values = values();
        values.put(ID, id);
        values.put(SECRET, value(NEXT));
        values.remove(NEXT);
        var annotations = new TreeMap<>(
                Optional.ofNullable(held.getMetadata().getAnnotations()).orElse(Map.of()));
        annotations.put(MINTED, work.now().toString());
        write(values, annotations);
    }

    /** The application credential that the service is to use. */
    Login login() {
        return new Login(value(ID), value(SECRET));
    }

    /** Another one has taken its place, or is marked so that pods that have it can be told from others. */
    void show(Login login, Optional<String> mark) {
        var values = values();
        values.put(ID, login.user());
        values.put(SECRET, login.password());
        var annotations = new TreeMap<>(
                Optional.ofNullable(held.getMetadata().getAnnotations()).orElse(Map.of()));
        mark.ifPresent(turn -> annotations.put(Readers.TURNS, turn));
        if (!values.equals(values())) {
            annotations.put(MINTED, work.now().toString());
        }
        if (!values.equals(values())
                || !annotations.equals(
                        Optional.ofNullable(held.getMetadata().getAnnotations()).orElse(Map.of()))) {
            write(values, annotations);
        }
    }

    /** Since when pods have been told to use the present application credential; they may still be on their way to it. */
    Instant minted() {
        var annotations = held.getMetadata().getAnnotations();
        try {
            return Instant.parse(annotations == null ? "" : annotations.getOrDefault(MINTED, ""));
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** Puts an id back that somebody changed. */
    void restore(String id) {
        if (!id.equals(value(ID))) {
            var values = values();
            values.put(ID, id);
            write(values, held.getMetadata().getAnnotations());
        }
    }

    private void complete(Map<String, String> known, Collection<String> passwords) {
        var values = values();
        values.remove(AUTHORITY);
        values.putAll(known);
        passwords.stream().filter(key -> value(key).isBlank()).forEach(key -> values.put(key, SecretText.password()));
        if (!values.equals(values())) {
            write(values, held.getMetadata().getAnnotations());
        }
    }

    private void write(Map<String, String> values, Map<String, String> annotations) {
        held = work.replace(held.edit()
                .editMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .withData(SecretText.encoded(values))
                .build());
    }

    private Map<String, String> values() {
        return SecretText.decoded(held.getData());
    }
}
