package io.c5c3.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Catalogue;
import io.c5c3.app.Packaging;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What operators are given, by whatever way they are installed. */
class RolesTest {

    /** Who may read these everywhere may become anybody; who may write them may do anything. */
    private static final Set<String> NEVER_EVERYWHERE = Set.of("secrets", "configmaps", "pods", "leases", "*");

    private static final Map<String, String> FILES = Packaging.files();

    private static final Map<String, Object> TWO = Map.of("watchNamespaces", List.of("cloud-a", "cloud-b"));

    /** The objects of the bundle, of one Deployment per operator, and of every chart. */
    static Stream<List<HasMetadata>> installations() {
        var files = FILES;
        return Stream.concat(
                Stream.of("packaging/bundle.yaml", "packaging/operators.yaml").map(file -> objects(files.get(file))),
                Catalogue.operators().stream().map(operator -> chart(operator, TWO)));
    }

    private static List<HasMetadata> chart(String operator, Map<String, Object> values) {
        var folder = "packaging/charts/" + operator + "-operator/";
        var files = FILES;
        var all = new Values(files.get(folder + "values.yaml")).with(values);
        var text = new ChartText(all, name -> linked(folder + name));
        return files.entrySet().stream()
                .filter(file -> file.getKey().startsWith(folder + "templates/"))
                .flatMap(file -> objects(text.render(file.getValue())).stream())
                .toList();
    }

    private static String linked(String link) {
        var file = Path.of(link).resolveSibling(Packaging.links().get(link)).normalize();
        return FILES.get(file.toString());
    }

    /** The values of a chart, and others over them. */
    private record Values(String yaml) {
        @SuppressWarnings("unchecked") // what YAML gives for a mapping is always such a map
        Map<String, Object> with(Map<String, Object> others) {
            var values = new TreeMap<String, Object>(Serialization.unmarshal(yaml, Map.class));
            values.putAll(others);
            return values;
        }
    }

    private static List<HasMetadata> objects(String yaml) {
        var objects = new ArrayList<HasMetadata>();
        for (var text : yaml.split("(?m)^---\\s*$")) {
            if (text.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#"))) {
                objects.add(Serialization.unmarshal(text));
            }
        }
        return objects;
    }

    private static <T> Stream<T> all(List<HasMetadata> objects, Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast);
    }

    private static Set<String> boundEverywhere(List<HasMetadata> objects) {
        return all(objects, ClusterRoleBinding.class)
                .map(binding -> binding.getRoleRef().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("installations")
    void nobodyReachesSecretsConfigMapsPodsOrLeasesEverywhere(List<HasMetadata> objects) {
        var bound = boundEverywhere(objects);
        assertThat(bound).isNotEmpty();
        all(objects, ClusterRole.class)
                .filter(role -> bound.contains(role.getMetadata().getName()))
                .forEach(role -> {
                    assertThat(role.getAggregationRule()).isNull();
                    for (var rule : role.getRules()) {
                        assertThat(rule.getResources())
                                .as(role.getMetadata().getName())
                                .doesNotContainAnyElementsOf(NEVER_EVERYWHERE);
                        assertThat(rule.getVerbs()).doesNotContain("*", "escalate", "bind", "impersonate");
                    }
                });
    }

    /** Every kind of Kubernetes' own that is not just read, and of other projects, is written only where that was allowed. */
    @ParameterizedTest
    @MethodSource("installations")
    void onlyOwnKindsAreWrittenEverywhere(List<HasMetadata> objects) {
        var bound = boundEverywhere(objects);
        var own = Catalogue.all().stream()
                .map(blueprint -> HasMetadata.getGroup(blueprint.kind()))
                .collect(Collectors.toSet());
        all(objects, ClusterRole.class)
                .filter(role -> bound.contains(role.getMetadata().getName()))
                .flatMap(role -> role.getRules().stream())
                .filter(rule -> !Set.of("get", "list", "watch").containsAll(rule.getVerbs()))
                .forEach(rule -> {
                    assertThat(own).containsAll(rule.getApiGroups());
                    assertThat(rule.getVerbs()).doesNotContain("create", "delete", "deletecollection");
                });
    }

    /** The bundle and the per-operator file bind nothing in people's namespaces; a chart only where it was told to. */
    @ParameterizedTest
    @MethodSource("installations")
    void theRolesForEnrolledNamespacesAreBoundOnlyThere(List<HasMetadata> objects) {
        var places = new HashSet<String>();
        var roles = all(objects, ClusterRole.class)
                .map(role -> role.getMetadata().getName())
                .filter(name -> name.endsWith("-enrolled"))
                .toList();
        assertThat(roles).isNotEmpty();
        assertThat(boundEverywhere(objects)).doesNotContainAnyElementsOf(roles);
        all(objects, RoleBinding.class)
                .filter(binding -> roles.contains(binding.getRoleRef().getName()))
                .forEach(binding -> places.add(binding.getMetadata().getNamespace()));
        assertThat(places).isIn(Set.of(), Set.of("cloud-a", "cloud-b"));
        // By this label './c5c3 enroll' finds whom to bind to what.
        all(objects, ClusterRoleBinding.class)
                .forEach(binding -> assertThat(roles)
                        .contains(binding.getMetadata().getLabels().get("c5c3.io/enrolled-role")));
    }

    @Test
    void noOperatorHasTheRightsOfAnother() {
        var objects = objects(FILES.get("packaging/operators.yaml"));
        var accounts = all(objects, Deployment.class)
                .map(deployment -> deployment.getSpec().getTemplate().getSpec().getServiceAccountName())
                .toList();
        assertThat(accounts).hasSameSizeAs(Catalogue.operators()).doesNotHaveDuplicates();
        all(objects, ClusterRoleBinding.class)
                .forEach(binding -> assertThat(binding.getSubjects())
                        .singleElement()
                        .satisfies(subject -> assertThat(
                                        "c5c3-" + subject.getName().replace("-operator", ""))
                                .isEqualTo(binding.getRoleRef().getName())));
    }

    @Test
    void whatIsOnlyReadIsNotWritten() {
        var nova = objects(FILES.get("packaging/roles/nova.yaml"));
        var verbs = all(nova, ClusterRole.class)
                .flatMap(role -> role.getRules().stream())
                .filter(rule -> rule.getResources().contains("keystones"))
                .map(PolicyRule::getVerbs)
                .toList();
        assertThat(verbs).containsExactly(List.of("get", "list", "watch"));
    }

    /** Helm never upgrades what lies in crds/. */
    @Test
    void aChartUpgradesItsDefinitionsAndLeavesThemWhenItGoes() {
        for (var operator : Catalogue.operators()) {
            var folder = "packaging/charts/" + operator + "-operator/";
            assertThat(FILES.keySet()).noneMatch(file -> file.startsWith(folder + "crds/"));
            var definitions = all(chart(operator, Map.of()), CustomResourceDefinition.class)
                    .toList();
            assertThat(definitions).isNotEmpty();
            for (var definition : definitions) {
                var name = definition.getMetadata().getName();
                assertThat(definition.getMetadata().getAnnotations()).containsEntry("helm.sh/resource-policy", "keep");
                var expected = (CustomResourceDefinition)
                        objects(FILES.get("packaging/crds/" + name + ".yaml")).getFirst();
                assertThat(definition.getSpec()).isEqualTo(expected.getSpec());
            }
            assertThat(all(chart(operator, Map.of("crds", Map.of("enabled", false))), CustomResourceDefinition.class))
                    .isEmpty();
        }
    }

    @Test
    void theNamespacesOfAChartAreToldToTheOperator() {
        var with = all(chart("nova", TWO), Deployment.class).findFirst().orElseThrow();
        assertThat(arguments(with)).contains("--watch-namespaces=cloud-a,cloud-b");
        var without = all(chart("nova", Map.of()), Deployment.class).findFirst().orElseThrow();
        assertThat(arguments(without)).noneMatch(argument -> argument.startsWith("--watch-namespaces"));
    }

    private static List<String> arguments(Deployment deployment) {
        return deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getArgs();
    }
}
