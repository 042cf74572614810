package io.c5c3.app;

import io.c5c3.engine.Blueprint;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The least an operator must be allowed to do, from what its blueprints say they use. */
final class Roles {

    private static final List<String> READ = List.of("get", "list", "watch");
    private static final List<String> WRITE = List.of("get", "list", "watch", "create", "patch", "update", "delete");

    private Roles() {}

    static ClusterRole of(String operator, List<Blueprint<?>> blueprints) {
        var rules = new ArrayList<PolicyRule>();
        var own = new TreeMap<String, TreeSet<String>>();
        var used = new TreeMap<String, TreeMap<String, List<String>>>();
        for (var blueprint : blueprints) {
            own.computeIfAbsent(HasMetadata.getGroup(blueprint.kind()), group -> new TreeSet<>())
                    .add(HasMetadata.getPlural(blueprint.kind()));
            for (var kind : blueprint.uses()) {
                if (kind != blueprint.kind()) {
                    used.computeIfAbsent(HasMetadata.getGroup(kind), group -> new TreeMap<>())
                            .put(HasMetadata.getPlural(kind), verbs(kind));
                }
            }
            for (var kind : blueprint.reads()) {
                used.computeIfAbsent(HasMetadata.getGroup(kind), group -> new TreeMap<>())
                        .putIfAbsent(HasMetadata.getPlural(kind), READ);
            }
        }
        own.forEach((group, plurals) -> {
            rules.add(rule(group, plurals, List.of("get", "list", "watch", "patch", "update")));
            rules.add(rule(group, suffixed(plurals, "/status"), List.of("get", "patch", "update")));
            rules.add(rule(group, suffixed(plurals, "/finalizers"), List.of("update")));
        });
        used.forEach(
                (group, plurals) -> byVerbs(plurals).forEach((verbs, names) -> rules.add(rule(group, names, verbs))));
        rules.add(rule("", List.of("events"), List.of("create", "patch")));
        rules.add(rule("apiextensions.k8s.io", List.of("customresourcedefinitions"), READ));
        rules.add(rule("coordination.k8s.io", List.of("leases"), List.of("get", "create", "update", "patch")));
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName("c5c3-" + operator)
                .addToLabels("app.kubernetes.io/part-of", "cobaltcore")
                .endMetadata()
                .withRules(rules)
                .build();
    }

    /**
     * Pods belong to their controllers; an operator reads them, and marks them when mounted keys have changed. What belongs to the whole
     * cluster, such as its Nodes, is only read.
     */
    private static List<String> verbs(Class<? extends HasMetadata> kind) {
        if (!Namespaced.class.isAssignableFrom(kind)) {
            return READ;
        }
        return kind == Pod.class ? List.of("get", "list", "watch", "update") : WRITE;
    }

    private static Map<List<String>, TreeSet<String>> byVerbs(Map<String, List<String>> plurals) {
        var grouped = new java.util.LinkedHashMap<List<String>, TreeSet<String>>();
        plurals.forEach((plural, verbs) ->
                grouped.computeIfAbsent(verbs, key -> new TreeSet<>()).add(plural));
        return grouped;
    }

    private static List<String> suffixed(Iterable<String> plurals, String suffix) {
        var names = new ArrayList<String>();
        plurals.forEach(plural -> names.add(plural + suffix));
        return names;
    }

    private static PolicyRule rule(String group, Iterable<String> resources, List<String> verbs) {
        var names = new ArrayList<String>();
        resources.forEach(names::add);
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(names)
                .withVerbs(verbs)
                .build();
    }
}
