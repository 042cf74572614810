package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever may write resources but not read Secrets has none of them sent to a server of their own. */
class SentToTest {

    private static final SentTo LOGIN = new SentTo("login", "auth_url", "keystone.authUrl");

    @Test
    void aSecretIsSentNowhereByItself() {
        var why = LOGIN.refused(facts(Map.of(), "pw"), "evil.example.net").orElseThrow();
        assertThat(why.reason()).isEqualTo("SecretNotForThisAddress");
        assertThat(why.message())
                .contains("kubectl annotate -n openstack secret login c5c3.io/sent-to=evil.example.net")
                .startsWith("keystone.authUrl would have the content of Secret/login sent to evil.example.net");
    }

    @ParameterizedTest
    @CsvSource({
        "'id.example.com', id.example.com, true",
        "'a.example.com, ID.example.com', id.example.com, true",
        "'id.example.com:5000', id.example.com, true",
        "'id.example.com.evil.net', id.example.com, false",
        "'example.com', id.example.com, false",
        "'', id.example.com, false"
    })
    void onlyWhereItsKeeperSays(String allowed, String host, boolean sent) {
        assertThat(LOGIN.refused(facts(Map.of(SentTo.ALLOWED, allowed), "pw"), host)
                        .isEmpty())
                .isEqualTo(sent);
    }

    /** What the Secret itself holds was written by somebody who may write it. */
    @Test
    void orWhereItsOwnContentSays() {
        var facts = facts(Map.of(), "https://id.example.com:5000/v3");
        assertThat(LOGIN.refused(facts, "id.example.com")).isEmpty();
        assertThat(LOGIN.refused(facts, "id.example.net")).isPresent();
    }

    private static Facts facts(Map<String, String> annotations, String url) {
        return Golden.facts(new SecretBuilder()
                .withNewMetadata()
                .withName("login")
                .withNamespace("openstack")
                .withAnnotations(annotations)
                .endMetadata()
                .addToData("auth_url", SecretText.encoded(url))
                .build());
    }
}
