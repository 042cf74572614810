package io.c5c3.infrastructure.memcached;

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

/** One login, made once: for clients as username and password, for the server as a line of its password file. */
record LoginStep(String name) implements Step {

    static final String FILE = "password-file";
    private static final String USER = "memcached";

    @Override
    public Outcome run(Work work) {
        if (work.find(Secret.class, name).isEmpty()) {
            work.createOwned(fresh());
        }
        return Outcome.done("SecretAvailable", "Secret/" + name + " is there.");
    }

    private Secret fresh() {
        var password = SecretText.password();
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(
                        Map.of("username", USER, "password", password, FILE, USER + ":" + password + "\n")))
                .build();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name));
    }
}
