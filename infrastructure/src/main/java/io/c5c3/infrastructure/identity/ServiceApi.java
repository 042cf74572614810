package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests to the API of any service, with an application credential. The token is kept until it is refused. */
public final class ServiceApi {

    private final KeystoneHttp keystone;
    private final KeystoneHttp service;
    private final CredentialKey key;
    private volatile @Nullable Token token;

    private record Token(String text, String project) {}

    private ServiceApi(KeystoneHttp keystone, KeystoneHttp service, CredentialKey key) {
        this.keystone = keystone;
        this.service = service;
        this.key = key;
    }

    public static ServiceApi to(IdentityServer keystone, IdentityServer service, CredentialKey key) {
        return new ServiceApi(new KeystoneHttp(keystone), new KeystoneHttp(service), key);
    }

    /**
     * The body of the answer.
     *
     * @param path where {@code {project}} stands for the project of the credential
     */
    public JsonNode send(String method, String path, @Nullable Object body) throws IdentityFailure {
        var known = token;
        if (known != null) {
            try {
                return send(known, method, path, body);
            } catch (IdentityRefused e) {
                if (!e.isLogin()) {
                    throw e;
                }
                // It has expired, or was revoked with its credential.
                token = null;
            }
        }
        var fresh = login();
        token = fresh;
        return send(fresh, method, path, body);
    }

    private JsonNode send(Token with, String method, String path, @Nullable Object body) throws IdentityFailure {
        return service.send(method, path.replace("{project}", with.project()), with.text(), body)
                .body();
    }

    private Token login() throws IdentityFailure {
        var answer = keystone.send(
                "POST",
                "/v3/auth/tokens?nocatalog",
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
        var project = answer.body().at("/token/project/id").asText("");
        if (answer.token().isEmpty() || project.isEmpty()) {
            throw answer.strange();
        }
        return new Token(answer.token(), project);
    }

    /** Without the token: this text may end up in a log. */
    @Override
    public String toString() {
        return "ServiceApi";
    }
}
