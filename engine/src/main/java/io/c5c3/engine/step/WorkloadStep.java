package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.PodTrouble;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.engine.rotation.Readers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Deployment, StatefulSet or DaemonSet with the objects that stand beside it, applied and then waited for until every pod runs what
 * the plan says.
 *
 * @param rollsOn Secrets whose content the pods read only when they start: a change of them rolls the pods, and nothing else does
 */
public record WorkloadStep(HasMetadata workload, List<HasMetadata> beside, Set<String> rollsOn) implements Step {

    /** On the pod template: the content of the Secrets in {@link #rollsOn()}. */
    public static final String INPUTS = "c5c3.io/inputs-digest";

    public WorkloadStep {
        beside = List.copyOf(beside);
        rollsOn = Set.copyOf(rollsOn);
    }

    @Override
    public List<HasMetadata> objects() {
        var objects = new java.util.ArrayList<HasMetadata>(beside);
        objects.add(workload);
        return List.copyOf(objects);
    }

    @Override
    public Outcome run(Work work) {
        beside.forEach(object -> work.apply(Copies.of(object)));
        var desired = Copies.of(workload);
        if (!rollsOn.isEmpty()) {
            annotate(template(desired), INPUTS, work.digest(rollsOn));
            Readers.marks(work, rollsOn).ifPresent(marks -> annotate(template(desired), Readers.TURNS, marks));
        }
        var there = work.apply(desired);
        var ref = Ref.of(there);
        var rollout = Rollout.of(there);
        if (rollout.complete()) {
            return Outcome.done("RolloutComplete", ref + ": " + rollout.describe() + ".");
        }
        var pods = work.labelled(
                Pod.class, new TreeMap<>(template(there).getMetadata().getLabels()));
        var trouble = PodTrouble.worst(pods);
        return trouble.map(problem -> Outcome.waiting(
                                problem.reason(), ref + ": " + rollout.describe() + ". " + problem.message())
                        .on(ref)
                        .worrying(problem.worrying()))
                .orElseGet(() -> Outcome.waiting("RolloutInProgress", ref + ": " + rollout.describe() + ".")
                        .on(ref));
    }

    private static void annotate(PodTemplateSpec template, String name, String value) {
        var annotations = new TreeMap<String, String>();
        if (template.getMetadata().getAnnotations() != null) {
            annotations.putAll(template.getMetadata().getAnnotations());
        }
        annotations.put(name, value);
        template.getMetadata().setAnnotations(annotations);
    }

    private static PodTemplateSpec template(HasMetadata workload) {
        return switch (workload) {
            case Deployment deployment -> deployment.getSpec().getTemplate();
            case StatefulSet set -> set.getSpec().getTemplate();
            case DaemonSet set -> set.getSpec().getTemplate();
            default -> throw new IllegalArgumentException(workload.getKind() + " is no workload");
        };
    }
}
