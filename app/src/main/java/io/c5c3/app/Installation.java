package io.c5c3.app;

import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.controlplane.monitoring.PlaneMonitoring;
import io.c5c3.engine.kube.LostNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The objects that run operators in a cluster. */
final class Installation {

    static final String NAMESPACE = "c5c3-system";

    /** On the binding of an operator's role for the whole cluster: the role that it needs in each enrolled namespace. */
    static final String ENROLLED_ROLE = "c5c3.io/enrolled-role";

    private static final String ALL = "c5c3-operator";
    /** A node that is lost is to be seen to by an operator; Kubernetes would leave the operator there for five minutes. */
    private static final List<Toleration> LEAVES_SOON = LostNode.leftAfter(Duration.ofSeconds(10));

    private static final String PART_OF = "app.kubernetes.io/part-of";
    private static final String PROJECT = "cobaltcore";

    /** The port of the metrics, as their Service calls it. */
    private static final String METRICS = "metrics";

    private static final int PORT = 8080;
    private static final long UID = 42424;

    private Installation() {}

    /** Namespace, roles and one Deployment with every operator in it. */
    static List<HasMetadata> together(String version) {
        var objects = new ArrayList<HasMetadata>();
        objects.add(namespace());
        objects.add(serviceAccount(ALL));
        objects.add(new Roles(ALL, List.of()).home(NAMESPACE));
        objects.add(homeBinding(ALL, ALL));
        for (var operator : Catalogue.operators()) {
            objects.addAll(access(operator, ALL));
        }
        objects.add(service(ALL));
        objects.add(deployment(ALL, "all", version));
        return objects;
    }

    /** The same with a Deployment and an account for each operator: none has the rights of another. */
    static List<HasMetadata> each(String version) {
        var objects = new ArrayList<HasMetadata>();
        objects.add(namespace());
        for (var operator : Catalogue.operators()) {
            var name = operator + "-operator";
            objects.add(serviceAccount(name));
            objects.add(Roles.of(operator).home(NAMESPACE));
            objects.add(homeBinding("c5c3-" + operator, name));
            objects.addAll(access(operator, name));
            objects.add(service(name));
            objects.add(deployment(name, operator, version));
        }
        return objects;
    }

    private static HasMetadata namespace() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .endMetadata()
                .build();
    }

    /** What an operator may do in the whole cluster, and what it may do where it is enrolled: there a RoleBinding is still to be made. */
    private static List<HasMetadata> access(String operator, String account) {
        var roles = Roles.of(operator);
        return List.of(roles.everywhere(), roles.enrolled(), binding(operator, account));
    }

    private static HasMetadata serviceAccount(String name) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .build();
    }

    private static ClusterRoleBinding binding(String operator, String account) {
        return new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("c5c3-" + operator)
                .addToLabels(PART_OF, PROJECT)
                .addToLabels(ENROLLED_ROLE, Roles.enrolled("c5c3-" + operator))
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "c5c3-" + operator)
                .addNewSubject("", "ServiceAccount", account, NAMESPACE)
                .build();
    }

    private static RoleBinding homeBinding(String role, String account) {
        return new RoleBindingBuilder()
                .withNewMetadata()
                .withName(role)
                .withNamespace(NAMESPACE)
                .addToLabels(PART_OF, PROJECT)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", role)
                .addNewSubject("", "ServiceAccount", account, NAMESPACE)
                .build();
    }

    private static HasMetadata service(String name) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name + "-metrics")
                .withNamespace(NAMESPACE)
                .addToLabels(labels(name))
                .endMetadata()
                .withNewSpec()
                .addToSelector(Map.of("app.kubernetes.io/name", name))
                .addNewPort()
                .withName(METRICS)
                .withPort(PORT)
                .withTargetPort(new IntOrString("http"))
                .endPort()
                .endSpec()
                .build();
    }

    /** For a Prometheus operator, where there is one: where the operators' metrics are, and what is wrong with them when. */
    static List<HasMetadata> monitored() {
        var monitor = new ServiceMonitor();
        monitor.setMetadata(new ObjectMetaBuilder()
                .withName(ALL)
                .withNamespace(NAMESPACE)
                .addToLabels(PART_OF, PROJECT)
                .build());
        monitor.setSpec(new ServiceMonitor.Spec(
                new LabelSelectorBuilder().addToMatchLabels(PART_OF, PROJECT).build(),
                // They speak of resources of other namespaces, and say of which.
                List.of(new ServiceMonitor.Endpoint(METRICS, "30s", true))));
        var rule = PlaneMonitoring.operators(ALL, Map.of(PART_OF, PROJECT));
        rule.getMetadata().setNamespace(NAMESPACE);
        return List.of(monitor, rule);
    }

    private static Map<String, String> labels(String name) {
        // Sorted: the order of Map.of changes from run to run, and this is written to a file.
        return new TreeMap<>(Map.of("app.kubernetes.io/name", name, PART_OF, PROJECT));
    }

    static Deployment deployment(String name, String operators, String version) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .addToLabels(labels(name))
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withNewSelector()
                .addToMatchLabels("app.kubernetes.io/name", name)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels(labels(name))
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(name)
                .withEnableServiceLinks(false)
                .withTolerations(LEAVES_SOON)
                // Where there are two copies, one node's end is the end of one of them.
                .addNewTopologySpreadConstraint()
                .withTopologyKey("kubernetes.io/hostname")
                .withMaxSkew(1)
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .addToMatchLabels("app.kubernetes.io/name", name)
                .endLabelSelector()
                .withMatchLabelKeys("pod-template-hash")
                .endTopologySpreadConstraint()
                // So that the operator is not the first process of its namespace, which no timer can end: see
                // KernelTimer.
                .withShareProcessNamespace(true)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(UID)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .addNewContainer()
                .withName("operator")
                .withImage("ghcr.io/c5c3/operator:" + version)
                .withImagePullPolicy("IfNotPresent")
                .withArgs("run", "--operators=" + operators, "--leader-elect")
                .addNewEnv()
                .withName("POD_NAME")
                .withNewValueFrom()
                .withNewFieldRef("v1", "metadata.name")
                .endValueFrom()
                .endEnv()
                .addNewEnv()
                .withName("POD_NAMESPACE")
                .withNewValueFrom()
                .withNewFieldRef("v1", "metadata.namespace")
                .endValueFrom()
                .endEnv()
                .addNewPort()
                .withName("http")
                .withContainerPort(PORT)
                .endPort()
                .withNewReadinessProbe()
                .withNewHttpGet()
                .withPath("/readyz")
                .withPort(new IntOrString("http"))
                .endHttpGet()
                .withPeriodSeconds(2)
                .endReadinessProbe()
                .withNewLivenessProbe()
                .withNewHttpGet()
                .withPath("/healthz")
                .withPort(new IntOrString("http"))
                .endHttpGet()
                .withInitialDelaySeconds(10)
                .withPeriodSeconds(10)
                .endLivenessProbe()
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .addToRequests("memory", new Quantity("192Mi"))
                .addToLimits("memory", new Quantity("512Mi"))
                .endResources()
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .addNewVolumeMount()
                .withName("tmp")
                .withMountPath("/tmp")
                .endVolumeMount()
                .endContainer()
                .addNewVolume()
                .withName("tmp")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
