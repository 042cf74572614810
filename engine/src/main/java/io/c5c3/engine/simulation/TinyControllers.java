package io.c5c3.engine.simulation;

import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.MemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;

/** What Kubernetes itself would do, in the shortest form: workloads become ready, Jobs complete, Services get addresses. */
final class TinyControllers {

    private final MemoryCluster cluster;
    private final Clock clock;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> stuck = new HashSet<>();

    TinyControllers(MemoryCluster cluster, Clock clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    void fail(String job) {
        failing.add(job);
    }

    void mend(String name) {
        failing.remove(name);
        stuck.remove(name);
    }

    /** The workload of this name never becomes ready. */
    void hold(String workload) {
        stuck.add(workload);
    }

    void run() {
        cluster.list(Service.class, "", java.util.Map.of()).forEach(this::address);
        cluster.list(Deployment.class, "", java.util.Map.of()).forEach(this::deploy);
        cluster.list(StatefulSet.class, "", java.util.Map.of()).forEach(this::deploy);
        cluster.list(DaemonSet.class, "", java.util.Map.of()).forEach(this::deploy);
        cluster.list(Job.class, "", java.util.Map.of()).forEach(this::complete);
    }

    private void address(Service service) {
        if (service.getSpec().getClusterIP() == null) {
            cluster.edit(
                    Service.class,
                    service.getMetadata().getNamespace(),
                    service.getMetadata().getName(),
                    found -> found.getSpec()
                            .setClusterIP("10.96.0."
                                    + (1
                                            + Math.floorMod(
                                                    service.getMetadata()
                                                            .getName()
                                                            .hashCode(),
                                                    250))));
        }
    }

    private void deploy(Deployment deployment) {
        var replicas = replicas(deployment.getSpec().getReplicas());
        var ready = stuck.contains(deployment.getMetadata().getName()) ? 0 : replicas;
        cluster.setStatus(
                Ref.of(deployment),
                new DeploymentStatusBuilder()
                        .withObservedGeneration(deployment.getMetadata().getGeneration())
                        .withReplicas(replicas)
                        .withUpdatedReplicas(replicas)
                        .withReadyReplicas(ready)
                        .withAvailableReplicas(ready)
                        .build());
        pods(
                deployment.getMetadata().getName(),
                deployment.getMetadata().getNamespace(),
                deployment.getSpec().getTemplate(),
                replicas);
    }

    private void deploy(StatefulSet set) {
        var replicas = replicas(set.getSpec().getReplicas());
        var ready = stuck.contains(set.getMetadata().getName()) ? 0 : replicas;
        cluster.setStatus(
                Ref.of(set),
                new StatefulSetStatusBuilder()
                        .withObservedGeneration(set.getMetadata().getGeneration())
                        .withReplicas(replicas)
                        .withUpdatedReplicas(replicas)
                        .withReadyReplicas(ready)
                        .withAvailableReplicas(ready)
                        .build());
        pods(
                set.getMetadata().getName(),
                set.getMetadata().getNamespace(),
                set.getSpec().getTemplate(),
                replicas);
    }

    private void deploy(DaemonSet set) {
        cluster.setStatus(
                Ref.of(set),
                new DaemonSetStatusBuilder()
                        .withObservedGeneration(set.getMetadata().getGeneration())
                        .withDesiredNumberScheduled(1)
                        .withUpdatedNumberScheduled(1)
                        .withNumberAvailable(1)
                        .build());
    }

    private void pods(String workload, String namespace, PodTemplateSpec template, int replicas) {
        for (var i = 0; i < replicas; i++) {
            var name = workload + "-" + i;
            if (cluster.find(Pod.class, namespace, name).isEmpty()) {
                cluster.put(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withLabels(template.getMetadata().getLabels())
                        .endMetadata()
                        .withSpec(template.getSpec())
                        .withNewStatus()
                        .withPhase("Running")
                        .withPodIP("10.244.0." + (1 + Math.floorMod(name.hashCode(), 250)))
                        .endStatus()
                        .build());
            }
        }
    }

    private void complete(Job job) {
        if (job.getStatus() == null
                || job.getStatus().getConditions() == null
                || job.getStatus().getConditions().isEmpty()) {
            cluster.setStatus(
                    Ref.of(job),
                    new JobStatusBuilder()
                            .addNewCondition()
                            .withType(failing.contains(job.getMetadata().getName()) ? "Failed" : "Complete")
                            .withStatus("True")
                            .withLastTransitionTime(clock.instant().toString())
                            .endCondition()
                            .build());
        }
    }

    private static int replicas(@org.jspecify.annotations.Nullable Integer replicas) {
        return replicas == null ? 1 : replicas;
    }
}
