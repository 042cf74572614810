package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The annotation on a Secret tells nothing of its values, and a change of them is noticed all the same. */
class IntentOfSecretsTest {

    @Test
    void theDigestIsTheSameWhateverTheValues() {
        var one = Intent.of(secret(Map.of("password", "one")));
        var two = Intent.of(secret(Map.of("password", "two")));
        assertThat(one.digest()).isEqualTo(two.digest());
        assertThat(one.tree().at("/data/password").asText()).isEqualTo(SecretText.encoded("one"));
    }

    @Test
    void anotherValueOrAnotherKeyIsWritten() {
        var there = Intent.of(secret(Map.of("password", "one"))).desired();
        assertThat(Intent.of(secret(Map.of("password", "one"))).fulfilledBy(Optional.of(there)))
                .isTrue();
        assertThat(Intent.of(secret(Map.of("password", "two"))).fulfilledBy(Optional.of(there)))
                .isFalse();
        assertThat(Intent.of(secret(Map.of())).fulfilledBy(Optional.of(there))).isFalse();
        assertThat(Intent.of(secret(Map.of("password", "one", "username", "me")))
                        .fulfilledBy(Optional.of(there)))
                .isFalse();
    }

    private static Secret secret(Map<String, String> values) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withName("login")
                .endMetadata()
                .withData(SecretText.encoded(values))
                .build();
    }
}
