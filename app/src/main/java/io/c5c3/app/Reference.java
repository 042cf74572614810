package io.c5c3.app;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One page per kind: every field with its type, default, meaning and limits, and the rules that the API server checks. */
final class Reference {

    /** Kubernetes' own types, which its own reference describes. */
    private static final Set<String> KUBERNETES = Set.of(
            "resources",
            "tolerations",
            "affinity",
            "topologySpreadConstraints",
            "volume",
            "mount",
            "ingress.peers",
            "additionalEgress");

    private Reference() {}

    static Map<String, String> pages(List<CustomResourceDefinition> definitions) {
        var pages = new TreeMap<String, String>();
        var index = new StringBuilder("# Reference\n\n"
                + "Generated from the definitions, and those from the Javadoc of the api module; do not edit.\n\n"
                + "Every kind is in the categories " + String.join(" and ", Definitions.CATEGORIES)
                + ": `kubectl get " + Definitions.CATEGORIES.getFirst() + "` lists what there is of all of them.\n\n"
                + "| kind | short names | API group | what it is |\n"
                + "|---|---|---|---|\n");
        for (var definition : definitions) {
            var names = definition.getSpec().getNames();
            var file = definition.getMetadata().getName() + ".md";
            pages.put("docs/reference/" + file, page(definition));
            index.append("| [" + names.getKind() + "](" + file + ") | " + shortNames(definition) + " | `"
                    + definition.getSpec().getGroup() + "` | " + description(schema(definition)) + " |\n");
        }
        pages.put("docs/reference/README.md", index.toString());
        return pages;
    }

    private static String page(CustomResourceDefinition definition) {
        var names = definition.getSpec().getNames();
        var schema = schema(definition);
        var rules = new ArrayList<String>();
        var page = new StringBuilder("# " + names.getKind() + "\n\nGenerated from the definition; do not edit.\n\n"
                + description(schema) + "\n\n"
                + "- `apiVersion: " + definition.getSpec().getGroup() + "/"
                + definition.getSpec().getVersions().getFirst().getName() + "`\n"
                + "- short names: " + shortNames(definition) + "\n"
                + "- categories: " + quoted(names.getCategories()) + "\n\n");
        for (var part : List.of("spec", "status")) {
            if (!schema.getProperties().containsKey(part)) {
                continue; // a kind that nobody works on
            }
            page.append("## " + part + "\n\n" + description(Definitions.property(schema, part))
                    + "\n\n| field | type | default | what it is | limits |\n|---|---|---|---|---|\n");
            fields(page, rules, "", Definitions.property(schema, part));
            page.append('\n');
        }
        rules(rules, "metadata", schema.getXKubernetesValidations());
        page.append("## Rules\n\n");
        rules.forEach(rule -> page.append("- ").append(rule).append('\n'));
        return page.toString();
    }

    private static void fields(StringBuilder page, List<String> rules, String path, JSONSchemaProps schema) {
        rules(rules, path.isEmpty() ? "spec" : path, schema.getXKubernetesValidations());
        if (schema.getProperties() == null) {
            return;
        }
        for (var property : new TreeMap<>(schema.getProperties()).entrySet()) {
            var field = property.getValue();
            var name = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
            page.append("| `" + name + "` | " + type(field) + " | "
                    + (field.getDefault() == null ? "" : "`" + field.getDefault() + "`") + " | " + description(field)
                    + " | " + limits(field) + " |\n");
            if (!KUBERNETES.contains(property.getKey()) && !"conditions".equals(property.getKey())) {
                fields(page, rules, name, item(field));
            }
        }
    }

    private static JSONSchemaProps schema(CustomResourceDefinition definition) {
        return definition.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
    }

    private static String shortNames(CustomResourceDefinition definition) {
        return quoted(definition.getSpec().getNames().getShortNames());
    }

    private static String quoted(List<String> words) {
        return words.isEmpty() ? "none" : "`" + String.join("`, `", words) + "`";
    }

    private static String description(JSONSchemaProps schema) {
        var words = schema.getDescription();
        return words == null ? "" : words.replace("|", "\\|").replace("<", "&lt;");
    }

    private static JSONSchemaProps item(JSONSchemaProps field) {
        return field.getItems() != null && field.getItems().getSchema() != null
                ? field.getItems().getSchema()
                : field;
    }

    private static void rules(
            List<String> rules, String path, @org.jspecify.annotations.Nullable List<ValidationRule> validations) {
        if (validations != null) {
            validations.forEach(validation -> rules.add("`" + path + "`: " + validation.getMessage()));
        }
    }

    private static String type(JSONSchemaProps field) {
        if (Boolean.TRUE.equals(field.getXKubernetesIntOrString())) {
            return "integer or string";
        }
        if ("array".equals(field.getType())) {
            return "list of " + type(field.getItems().getSchema());
        }
        if (field.getAdditionalProperties() != null
                && field.getAdditionalProperties().getSchema() != null) {
            return "map of " + type(field.getAdditionalProperties().getSchema());
        }
        return String.valueOf(field.getType());
    }

    private static String limits(JSONSchemaProps field) {
        var limits = new ArrayList<String>();
        if (field.getMinimum() != null && field.getMinimum() > Integer.MIN_VALUE) {
            limits.add("at least " + field.getMinimum().intValue());
        }
        if (field.getMaximum() != null && field.getMaximum() < Integer.MAX_VALUE) {
            limits.add("at most " + field.getMaximum().intValue());
        }
        if (field.getEnum() != null && !field.getEnum().isEmpty()) {
            limits.add("one of "
                    + String.join(
                            ", ",
                            field.getEnum().stream()
                                    .map(value -> value.asText())
                                    .toList()));
        }
        if (field.getPattern() != null) {
            limits.add("matches `" + field.getPattern().replace("|", "\\|") + "`");
        }
        return String.join(", ", limits);
    }
}
