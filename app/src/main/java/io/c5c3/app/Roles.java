package io.c5c3.app;

import io.c5c3.engine.Blueprint;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The least an operator must be allowed to do, from what its blueprints say they use: a role for the whole cluster, which holds its own
 * kinds and what belongs to no namespace; one that is bound only in the namespaces that were enrolled; and one for its own namespace.
 */
final class Roles {

    private static final List<String> READ = List.of("get", "list", "watch");

    /** Objects are made and changed by server-side apply, for which the API server asks for both create and patch. */
    private static final List<String> WRITE = List.of("get", "list", "watch", "create", "patch", "delete");

    /** What is also replaced as a whole, if nobody else has changed it meanwhile. */
    private static final Set<Class<? extends HasMetadata>> REPLACED =
            Set.of(ConfigMap.class, Secret.class, PersistentVolumeClaim.class);

    private final String name;
    private final List<Blueprint<?>> blueprints;

    /** @param name of the role for the whole cluster; the others are named after it */
    Roles(String name, List<Blueprint<?>> blueprints) {
        this.name = name;
        this.blueprints = blueprints;
    }

    static Roles of(String operator) {
        return new Roles("c5c3-" + operator, Catalogue.select(operator));
    }

    /** The name of the role that is bound in enrolled namespaces. */
    static String enrolled(String name) {
        return name + "-enrolled";
    }

    /** Its own kinds, wherever people put them, and the status in which it answers; definitions, Namespaces and what is no namespace's. */
    ClusterRole everywhere() {
        var own = new TreeMap<String, TreeSet<String>>();
        blueprints.forEach(
                blueprint -> own.computeIfAbsent(HasMetadata.getGroup(blueprint.kind()), group -> new TreeSet<>())
                        .add(HasMetadata.getPlural(blueprint.kind())));
        var rules = new ArrayList<PolicyRule>();
        own.forEach((group, plurals) -> {
            // The resource itself is written to for its finalizer only.
            rules.add(rule(group, plurals, List.of("get", "list", "watch", "patch")));
            rules.add(rule(group, suffixed(plurals, "/status"), List.of("patch")));
            rules.add(rule(group, suffixed(plurals, "/finalizers"), List.of("update")));
        });
        rules.add(rule("", List.of("namespaces"), READ));
        rules.add(rule("apiextensions.k8s.io", List.of("customresourcedefinitions"), READ));
        rules.addAll(rules(kinds(false)));
        return role(name, rules);
    }

    /** Everything else. */
    ClusterRole enrolled() {
        var rules = new ArrayList<>(rules(kinds(true)));
        rules.add(rule("", List.of("events"), List.of("create", "patch")));
        return role(enrolled(name), rules);
    }

    /** The lease by which one of several copies works; in the operator's own namespace. */
    Role home(String namespace) {
        return new RoleBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .addToLabels("app.kubernetes.io/part-of", "cobaltcore")
                .endMetadata()
                .withRules(homeRules())
                .build();
    }

    static List<PolicyRule> homeRules() {
        return List.of(
                rule("coordination.k8s.io", List.of("leases"), List.of("get", "create", "update")),
                rule("", List.of("events"), List.of("create", "patch")));
    }

    private static ClusterRole role(String name, List<PolicyRule> rules) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("app.kubernetes.io/part-of", "cobaltcore")
                .endMetadata()
                .withRules(rules)
                .build();
    }

    /** What is used and read besides the operator's own kinds, with what may be done to it. */
    private Map<Class<? extends HasMetadata>, List<String>> kinds(boolean namespaced) {
        var own = blueprints.stream().map(Blueprint::kind).collect(Collectors.toSet());
        var kinds = new LinkedHashMap<Class<? extends HasMetadata>, List<String>>();
        for (var blueprint : blueprints) {
            blueprint.reads().forEach(kind -> {
                if (!own.contains(kind)) {
                    kinds.putIfAbsent(kind, READ);
                }
            });
            // One of an operator's kinds may be made by another: an OVNChassis by the OVNCluster.
            blueprint.uses().stream()
                    .filter(kind -> kind != blueprint.kind())
                    .forEach(kind -> kinds.merge(
                            kind, verbs(blueprint, kind), (one, other) -> one.size() > other.size() ? one : other));
        }
        kinds.keySet().removeIf(kind -> Namespaced.class.isAssignableFrom(kind) != namespaced);
        return kinds;
    }

    /**
     * Pods belong to their controllers; an operator reads them, and marks them when mounted keys have changed. Of servers with volumes it
     * deletes one that waits for a person and was helped, or that alone knows a password. What belongs to the whole cluster, such as its
     * Nodes, is only read.
     */
    private static List<String> verbs(Blueprint<?> blueprint, Class<? extends HasMetadata> kind) {
        if (!Namespaced.class.isAssignableFrom(kind)) {
            return READ;
        }
        if (kind == Pod.class) {
            return blueprint.uses().containsAll(Set.of(StatefulSet.class, PersistentVolumeClaim.class))
                    ? List.of("get", "list", "watch", "update", "delete")
                    : List.of("get", "list", "watch", "update");
        }
        return REPLACED.contains(kind) ? List.of("get", "list", "watch", "create", "patch", "update", "delete") : WRITE;
    }

    /** One rule for all kinds of a group with which the same may be done, in an order that never changes. */
    private static List<PolicyRule> rules(Map<Class<? extends HasMetadata>, List<String>> kinds) {
        var byGroup = new TreeMap<String, TreeMap<String, TreeSet<String>>>();
        kinds.forEach((kind, verbs) -> byGroup.computeIfAbsent(HasMetadata.getGroup(kind), group -> new TreeMap<>())
                .computeIfAbsent(String.join(",", verbs), joined -> new TreeSet<>())
                .add(HasMetadata.getPlural(kind)));
        var rules = new ArrayList<PolicyRule>();
        byGroup.forEach((group, byVerbs) ->
                byVerbs.forEach((verbs, plurals) -> rules.add(rule(group, plurals, List.of(verbs.split(","))))));
        return rules;
    }

    private static List<String> suffixed(Collection<String> plurals, String suffix) {
        return plurals.stream().map(plural -> plural + suffix).toList();
    }

    private static PolicyRule rule(String group, Collection<String> resources, List<String> verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(List.copyOf(resources))
                .withVerbs(verbs)
                .build();
    }
}
