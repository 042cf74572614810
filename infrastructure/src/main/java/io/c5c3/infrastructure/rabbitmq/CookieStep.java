package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The word by which servers know each other. It is made once and can never be changed: a server that starts with another one finds no
 * cluster. It is kept in two Secrets, neither of which can be edited, and either is restored from the other.
 *
 * @param deleted whether deleting the resource deletes the cookie
 */
record CookieStep(String secret, boolean deleted) implements Step {

    static final String KEY = "cookie";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private String backup() {
        return secret + "-backup";
    }

    @Override
    public Outcome run(Work work) {
        var known = cookie(work.find(Secret.class, secret)).or(() -> cookie(work.find(Secret.class, backup())));
        var begun = Founding.begun(work, work.owner(), secret);
        if (known.isEmpty() && begun.isPresent()) {
            var lost = Founding.lost(
                    work,
                    secret,
                    begun.get(),
                    "The secret that the servers share, made at " + begun.get().at() + ", is gone: neither Secret/"
                            + secret + " nor Secret/" + backup() + " holds a " + KEY + ".",
                    "write it back; servers that run have it in /var/lib/rabbitmq/.erlang.cookie");
            if (lost.isPresent()) {
                return lost.get();
            }
        }
        // The backup first: from then on the cookie is known, whatever happens to this process.
        var kept = cookie(Optional.of(there(work, backup(), known.orElseGet(CookieStep::fresh))));
        if (kept.isEmpty()) {
            return incomplete(work, backup());
        }
        var shared = there(work, secret, kept.get());
        if (cookie(Optional.of(shared)).isEmpty()) {
            return incomplete(work, secret);
        }
        Founding.begin(work, secret, Map.of(secret, shared.getMetadata().getUid()));
        return Outcome.done("SecretAvailable", "Secret/" + secret + " is there.");
    }

    private static Secret there(Work work, String name, String cookie) {
        return work.find(Secret.class, name)
                .orElseGet(() -> work.createRetained(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withType("Opaque")
                        .withImmutable(true)
                        .withData(Map.of(KEY, cookie))
                        .build()));
    }

    private static Optional<String> cookie(Optional<Secret> secret) {
        return secret.map(Secret::getData).map(data -> data.get(KEY)).filter(value -> !value.isBlank());
    }

    private static String fresh() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return SecretText.encoded(HexFormat.of().formatHex(bytes));
    }

    private static Outcome incomplete(Work work, String name) {
        return Outcome.waiting(
                        "SecretIncomplete",
                        "Secret/" + name + " was not made here and lacks " + KEY
                                + ": delete it and it is made anew, from the other copy if there is one.")
                .on(Ref.of(Secret.class, work.namespace(), name));
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, secret), Ref.of(Secret.class, namespace, backup()));
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            List.of(secret, backup()).forEach(name -> work.deleteOwn(Secret.class, name));
            Founding.forget(work, secret);
        }
        return Outcome.skipped("Taken down.");
    }
}
