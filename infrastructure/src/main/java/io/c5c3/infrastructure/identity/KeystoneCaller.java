package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The few shapes that all requests of Keystone's API have. */
record KeystoneCaller(KeystoneHttp http, String token) {

    List<JsonNode> list(String path, String name) throws IdentityFailure {
        var answer = http.send("GET", path, token, null);
        var items = answer.body().path(name);
        if (!items.isArray()) {
            throw answer.strange();
        }
        if (answer.body().path("truncated").asBoolean()) {
            throw new IdentityUnavailable(answer.from() + " cuts its lists short: take list_limit out of its options ("
                    + answer.request() + ")");
        }
        var list = new ArrayList<JsonNode>();
        items.forEach(list::add);
        return list;
    }

    Optional<JsonNode> found(String path, String name) throws IdentityFailure {
        try {
            return Optional.of(http.send("GET", path, token, null).body().path(name));
        } catch (IdentityRefused e) {
            if (e.isMissing()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The user of this name in a domain. */
    Optional<User> user(String domain, String name) throws IdentityFailure {
        return list("/v3/users?name=" + encoded(name) + "&domain_id=" + encoded(domain), "users").stream()
                .findFirst()
                .map(KeystoneJson::user);
    }

    /**
     * Who has which role by itself.
     *
     * @param scope project or domain
     * @param home the domain of the users
     */
    List<Grant> grants(String scope, String id, String home) throws IdentityFailure {
        return list("/v3/role_assignments?scope." + scope + ".id=" + encoded(id) + "&include_names", "role_assignments")
                .stream()
                .filter(node -> node.at("/user/domain/id").asText("").equals(home))
                .filter(node -> !node.path("scope").has("OS-INHERIT:inherited_to"))
                .map(KeystoneJson::grant)
                .toList();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the id. */
    String create(String path, String name, Map<String, ?> fields) throws IdentityFailure {
        var answer = http.send("POST", path, token, Map.of(name, fields));
        var id = answer.body().path(name).path("id").asText("");
        if (id.isEmpty()) {
            throw answer.strange();
        }
        return id;
    }

    void update(String path, String name, Map<String, ?> fields) throws IdentityFailure {
        http.send("PATCH", path, token, Map.of(name, fields));
    }

    void put(String path) throws IdentityFailure {
        http.send("PUT", path, token, null);
    }

    /** What is gone already need not be deleted. */
    void delete(String path) throws IdentityFailure {
        try {
            http.send("DELETE", path, token, null);
        } catch (IdentityRefused e) {
            if (!e.isMissing()) {
                throw e;
            }
        }
    }

    /** Without the token: this text may end up in a log. */
    @Override
    public String toString() {
        return "KeystoneCaller";
    }
}
