package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.Enrolment;
import io.c5c3.local.Await;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * In which namespaces operators work. Each operator that is installed, by the bundle or by its chart, gets a RoleBinding there, and the
 * Namespace a label by which running operators notice it at once.
 */
public final class Enrolments {
    private static final String FIELD_MANAGER = "c5c3-cli";

    /** On the binding of an operator's role for the whole cluster: the role that it needs in each namespace. */
    private static final String ENROLLED_ROLE = "c5c3.io/enrolled-role";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KubernetesClient client;

    public Enrolments(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Rights first, then the label: whoever notices the label can read at once.
     *
     * @param privileged whether pods may be privileged there; false leaves it as it is
     * @return whether anything had to be written
     */
    public boolean enroll(String namespace, boolean privileged) {
        var there = get(namespace);
        var installed = installed();
        if (installed.isEmpty()) {
            throw new Failure("No operator is installed here: './c5c3 up' installs all of them, a chart one.");
        }
        var changed = false;
        for (var operator : installed) {
            changed |= bind(operator, namespace);
        }
        for (var operator : installed) {
            awaitRights(operator, namespace);
        }
        changed |= label(there, Enrolment.LABEL, true);
        return privileged ? label(get(namespace), Enrolment.PRIVILEGED, true) | changed : changed;
    }

    /** The label first, so that operators let go by themselves before their rights are taken. */
    public boolean withdraw(String namespace) {
        var there = get(namespace);
        var changed = label(there, Enrolment.LABEL, false) | label(get(namespace), Enrolment.PRIVILEGED, false);
        for (var operator : installed()) {
            var binding = binding(operator, namespace);
            changed |= !client.resource(binding).delete().isEmpty();
        }
        return changed;
    }

    /** Whether pods may reach for the node there. */
    public boolean isPrivileged(String namespace) {
        return says(get(namespace), Enrolment.PRIVILEGED);
    }

    private List<ClusterRoleBinding> installed() {
        return client.rbac()
                .clusterRoleBindings()
                .withLabel(ENROLLED_ROLE)
                .list()
                .getItems();
    }

    private Namespace get(String name) {
        var there = client.namespaces().withName(name).get();
        if (there == null) {
            throw new Failure(
                    "There is no namespace " + name + " here: 'kubectl create namespace " + name + "' makes it.");
        }
        return there;
    }

    private boolean bind(ClusterRoleBinding operator, String namespace) {
        var desired = binding(operator, namespace);
        var there = client.resource(desired).get();
        if (there != null
                && Objects.equals(there.getRoleRef(), desired.getRoleRef())
                && Objects.equals(there.getSubjects(), desired.getSubjects())) {
            return false;
        }
        client.resource(desired).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
        return true;
    }

    /** The API server learns of a binding by a watch of its own: who comes in that moment is still refused. */
    private void awaitRights(ClusterRoleBinding operator, String namespace) {
        var role = operator.getMetadata().getLabels().get(ENROLLED_ROLE);
        var rules = Optional.ofNullable(
                        client.rbac().clusterRoles().withName(role).get())
                .map(ClusterRole::getRules)
                .orElse(List.of());
        if (rules.isEmpty()) {
            return;
        }
        var rule = rules.getFirst();
        for (var subject : operator.getSubjects()) {
            var question = new SubjectAccessReviewBuilder()
                    .withNewSpec()
                    .withUser("system:serviceaccount:" + subject.getNamespace() + ":" + subject.getName())
                    .withNewResourceAttributes()
                    .withNamespace(namespace)
                    .withGroup(rule.getApiGroups().getFirst())
                    .withResource(rule.getResources().getFirst())
                    .withVerb(rule.getVerbs().getFirst())
                    .endResourceAttributes()
                    .endSpec()
                    .build();
            Await.atMost(PATIENCE, "the API server to give " + role + " its rights in the namespace " + namespace)
                    .until(() -> client.authorization()
                            .v1()
                            .subjectAccessReview()
                            .create(question)
                            .getStatus()
                            .getAllowed());
        }
    }

    private static RoleBinding binding(ClusterRoleBinding operator, String namespace) {
        var role = operator.getMetadata().getLabels().get(ENROLLED_ROLE);
        return new RoleBindingBuilder()
                .withNewMetadata()
                .withName(role)
                .withNamespace(namespace)
                .addToLabels("app.kubernetes.io/part-of", "cobaltcore")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .withSubjects(operator.getSubjects())
                .build();
    }

    private boolean label(Namespace namespace, String label, boolean on) {
        if (says(namespace, label) == on) {
            return false;
        }
        client.namespaces().withName(namespace.getMetadata().getName()).edit(there -> {
            var labels = new TreeMap<>(
                    Objects.requireNonNullElse(there.getMetadata().getLabels(), Map.<String, String>of()));
            if (on) {
                labels.put(label, "true");
            } else {
                labels.remove(label);
            }
            there.getMetadata().setLabels(labels);
            return there;
        });
        return true;
    }

    private static boolean says(Namespace namespace, String label) {
        var labels = namespace.getMetadata().getLabels();
        return labels != null && "true".equals(labels.get(label));
    }
}
