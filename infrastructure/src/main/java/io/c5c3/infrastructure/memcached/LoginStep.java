package io.c5c3.infrastructure.memcached;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** One login, made once: for clients as username and password, for the server as a line of its password file. */
record LoginStep(String condition, String name) implements Step {

    static final String FILE = "password-file";
    private static final String USER = "memcached";
    private static final SecureRandom RANDOM = new SecureRandom();

    @Override
    public Outcome run(Work work) {
        if (work.find(Secret.class, name).isEmpty()) {
            work.createOwned(fresh());
        }
        return Outcome.done("SecretAvailable", "Secret/" + name + " is there.");
    }

    private Secret fresh() {
        var bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        var password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(
                        "username",
                        base64(USER),
                        "password",
                        base64(password),
                        FILE,
                        base64(USER + ":" + password + "\n")))
                .build();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, name));
    }
}
