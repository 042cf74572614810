package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** A real Keystone, through its v3 API. */
public final class KeystoneIdentity implements Identity {

    /** The catalogue comes with every token unless one asks for less. */
    private static final String TOKENS = "/v3/auth/tokens?nocatalog";

    @Override
    public IdentitySession login(IdentityServer server, IdentityLogin login) throws IdentityFailure {
        var http = new KeystoneHttp(server);
        var domain = Map.of("name", login.domain());
        var answer = http.send(
                "POST",
                TOKENS,
                "",
                Map.of(
                        "auth",
                        Map.of(
                                "identity",
                                Map.of(
                                        "methods",
                                        List.of("password"),
                                        "password",
                                        Map.of(
                                                "user",
                                                Map.of(
                                                        "name",
                                                        login.user(),
                                                        "domain",
                                                        domain,
                                                        "password",
                                                        login.password()))),
                                "scope",
                                scope(login, domain))));
        var user = answer.body().at("/token/user");
        return new KeystoneSession(
                new KeystoneCaller(http, token(answer)),
                text(user, "id", answer),
                text(user.path("domain"), "id", answer));
    }

    private static Map<String, ?> scope(IdentityLogin login, Map<String, String> domain) {
        return login.project()
                .<Map<String, ?>>map(project -> Map.of("project", Map.of("name", project, "domain", domain)))
                .orElseGet(() -> Map.of("domain", domain));
    }

    @Override
    public void verify(IdentityServer server, CredentialKey key) throws IdentityFailure {
        var answer = new KeystoneHttp(server)
                .send(
                        "POST",
                        TOKENS,
                        "",
                        Map.of(
                                "auth",
                                Map.of(
                                        "identity",
                                        Map.of(
                                                "methods",
                                                List.of("application_credential"),
                                                "application_credential",
                                                Map.of("id", key.id(), "secret", key.secret())))));
        token(answer);
    }

    private static String token(KeystoneHttp.Answer answer) throws IdentityFailure {
        if (answer.token().isEmpty()) {
            throw answer.strange();
        }
        return answer.token();
    }

    private static String text(JsonNode node, String field, KeystoneHttp.Answer answer) throws IdentityFailure {
        var value = node.path(field).asText("");
        if (value.isEmpty()) {
            throw answer.strange();
        }
        return value;
    }
}
