package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Optional;

/**
 * What digests of Secrets are keyed with. Digests stand in annotations, which many may read who may not read Secrets; with the key, only
 * those who can read the Secrets anyway could try out what a password is. So it is a Secret itself, one for each namespace, made once and
 * kept by nobody: it is saved and restored with the Secrets that it is for. If it is lost all the same, a new one is made, and what
 * carries a digest starts or runs once more: rather that than a new password that nobody notices.
 */
public final class DigestKey {

    public static final String SECRET = "c5c3-digest-key";
    private static final String KEY = "key";

    private DigestKey() {}

    static String of(Work work) {
        return in(work.find(Secret.class, SECRET))
                .or(() -> in(Optional.of(work.createShared(fresh()))))
                .orElseGet(() -> in(Optional.of(work.replace(refilled(work)))).orElseThrow());
    }

    private static Optional<String> in(Optional<Secret> secret) {
        return secret.map(there -> SecretText.decoded(there.getData()).getOrDefault(KEY, ""))
                .filter(key -> !key.isBlank());
    }

    private static Secret fresh() {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(SECRET)
                .endMetadata()
                .withType("Opaque")
                .withData(SecretText.encoded(Map.of(KEY, SecretText.password())))
                .build();
    }

    /** Somebody emptied it. */
    private static Secret refilled(Work work) {
        return new SecretBuilder(work.find(Secret.class, SECRET).orElseThrow())
                .withData(fresh().getData())
                .build();
    }
}
