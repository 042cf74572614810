package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.infrastructure.identity.IdentityDomains.Domain;
import io.c5c3.infrastructure.identity.IdentitySession.ApplicationCredential;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.Project;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Keystone's things as they look on the wire. */
final class KeystoneJson {

    /** Rules that make people change passwords would lock a program out one night. */
    static final Map<String, Boolean> FOR_A_PROGRAM = Map.of(
            "ignore_password_expiry", true,
            "ignore_change_password_upon_first_use", true,
            "ignore_lockout_failure_attempts", true);

    private KeystoneJson() {}

    static Service service(JsonNode node) {
        return new Service(
                text(node, "id"),
                text(node, "name"),
                text(node, "type"),
                text(node, "description"),
                enabled(node),
                marks(node));
    }

    static Map<String, Object> fields(Service service) {
        var fields = new HashMap<String, Object>(service.marks());
        fields.put("name", service.name());
        fields.put("type", service.type());
        fields.put("description", service.description());
        fields.put("enabled", service.enabled());
        return fields;
    }

    static Endpoint endpoint(JsonNode node) {
        return new Endpoint(
                text(node, "id"),
                text(node, "service_id"),
                text(node, "interface"),
                text(node, "region_id"),
                text(node, "url"),
                enabled(node),
                marks(node));
    }

    static Map<String, Object> fields(Endpoint endpoint) {
        var fields = new HashMap<String, Object>(endpoint.marks());
        fields.put("service_id", endpoint.service());
        fields.put("interface", endpoint.audience());
        fields.put("region_id", endpoint.region());
        fields.put("url", endpoint.url());
        fields.put("enabled", endpoint.enabled());
        return fields;
    }

    static Project project(JsonNode node) {
        return new Project(text(node, "id"), enabled(node));
    }

    static Domain domain(JsonNode node) {
        return new Domain(text(node, "id"), text(node, "name"), text(node, "description"), enabled(node));
    }

    static Map<String, Object> fields(Domain domain) {
        return Map.of("name", domain.name(), "description", domain.description(), "enabled", domain.enabled());
    }

    static User user(JsonNode node) {
        return new User(text(node, "id"), text(node, "name"), marks(node));
    }

    /** A user that is a program. */
    static Map<String, Object> program(String domain, String name, String password, Map<String, String> marks) {
        var fields = new HashMap<String, Object>(marks);
        fields.put("name", name);
        fields.put("password", password);
        fields.put("domain_id", domain);
        fields.put("enabled", true);
        fields.put("options", FOR_A_PROGRAM);
        return fields;
    }

    static Grant grant(JsonNode node) {
        var user = node.path("user");
        var role = node.path("role");
        return new Grant(text(user, "id"), text(user, "name"), text(role, "id"), text(role, "name"));
    }

    static ApplicationCredential credential(JsonNode node) {
        return new ApplicationCredential(text(node, "id"), text(node, "name"), text(node, "description"));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    private static boolean enabled(JsonNode node) {
        return node.path("enabled").asBoolean(true);
    }

    private static Map<String, String> marks(JsonNode node) {
        var marks = new TreeMap<String, String>();
        node.properties().stream()
                .filter(field -> field.getKey().startsWith(IdentitySession.MARK))
                .forEach(field -> marks.put(field.getKey(), field.getValue().asText("")));
        return marks;
    }
}
