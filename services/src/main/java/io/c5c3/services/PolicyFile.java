package io.c5c3.services;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.api.common.Policy;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Json;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rules a person lays over those of a service: the ConfigMap's below, those in the resource above.
 *
 * @param rules what is to be written; none without overrides
 * @param problem why they cannot be known, if so
 */
public record PolicyFile(SortedMap<String, Object> rules, Optional<Outcome> problem) {

    /** The name of the file, beside the service's configuration and in the ConfigMap. */
    public static final String NAME = "policy.yaml";

    private static final ObjectMapper JSON = new ObjectMapper();

    public static PolicyFile of(Optional<Policy> wish, String namespace, Facts facts) {
        return wish.map(policy -> read(policy, namespace, facts)).orElseGet(() -> rules(Map.of()));
    }

    private static PolicyFile read(Policy policy, String namespace, Facts facts) {
        var rules = new TreeMap<String, Object>();
        var reference = policy.configMapRef();
        if (reference != null) {
            var ref = Ref.of(ConfigMap.class, namespace, reference.name());
            var text = facts.find(ConfigMap.class, reference.name())
                    .map(ConfigMap::getData)
                    .map(data -> data.get(NAME));
            if (text.isEmpty()) {
                return unknown("PolicyConfigMapMissing", ref + " does not exist, or lacks the key " + NAME + ".", ref);
            }
            try {
                // What begins with a brace would be taken for JSON, which is stricter.
                @SuppressWarnings("unchecked")
                Map<String, Object> read = Json.KUBERNETES.unmarshal("# YAML\n" + text.get(), Map.class);
                rules.putAll(read == null ? Map.of() : read);
            } catch (RuntimeException e) {
                return unknown(
                        "PolicyConfigMapInvalid", NAME + " in " + ref + " is not a map of rule names to rules.", ref);
            }
        }
        rules.putAll(policy.rules() == null ? Map.of() : policy.rules());
        return rules.keySet().stream().anyMatch(String::isBlank)
                ? new PolicyFile(
                        new TreeMap<>(),
                        Optional.of(Outcome.mistake("PolicyInvalid", "policyOverrides holds a rule without a name.")))
                : rules(rules);
    }

    private static PolicyFile rules(Map<String, Object> rules) {
        return new PolicyFile(new TreeMap<>(rules), Optional.empty());
    }

    private static PolicyFile unknown(String reason, String message, Ref on) {
        return new PolicyFile(
                new TreeMap<>(), Optional.of(Outcome.waiting(reason, message).on(on)));
    }

    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** One rule to a line, in YAML that is also JSON, so that no rule needs to know how to be quoted. */
    public String render() {
        var text = new StringBuilder();
        rules.forEach((name, rule) ->
                text.append(json(name)).append(": ").append(json(rule)).append('\n'));
        return text.toString();
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("A policy rule has no JSON form", e);
        }
    }
}
