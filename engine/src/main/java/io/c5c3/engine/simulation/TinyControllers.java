package io.c5c3.engine.simulation;

import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.MemoryCluster;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What Kubernetes itself would do, in the shortest form: workloads become ready, Jobs complete, Services get addresses. */
final class TinyControllers {

    /** Somebody may ask for two thousand million. */
    private static final int MOST_PODS = 100;

    private final MemoryCluster cluster;
    private final Clock clock;
    private final Servers servers;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> stuck = new HashSet<>();
    private boolean daemons;

    TinyControllers(MemoryCluster cluster, Clock clock, Servers servers) {
        this.servers = servers;
        this.cluster = cluster;
        this.clock = clock;
    }

    /** From now on DaemonSets have pods on the nodes they choose; before, each is taken to have one somewhere. */
    void schedule() {
        daemons = true;
    }

    void fail(String job) {
        failing.add(job);
    }

    void mend(String name) {
        failing.remove(name);
        stuck.remove(name);
        servers.letGo(name);
    }

    /** The workload of this name, or the pod of a StatefulSet, never becomes ready; the Job never ends. */
    void hold(String workload) {
        stuck.add(workload);
        servers.hold(workload);
    }

    void run() {
        cluster.list(Service.class, "", Map.of()).forEach(this::address);
        cluster.list(Deployment.class, "", Map.of()).forEach(this::deploy);
        cluster.list(StatefulSet.class, "", Map.of()).forEach(this::deploy);
        cluster.list(DaemonSet.class, "", Map.of()).forEach(this::deploy);
        cluster.list(Job.class, "", Map.of()).forEach(this::complete);
    }

    private void address(Service service) {
        if (service.getSpec().getClusterIP() == null) {
            var namespace = service.getMetadata().getNamespace();
            var name = service.getMetadata().getName();
            cluster.edit(
                    Service.class,
                    namespace,
                    name,
                    found -> found.getSpec().setClusterIP(Addresses.ofService(namespace, name)));
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
        for (var i = 0; i < Math.min(replicas, MOST_PODS); i++) {
            var name = deployment.getMetadata().getName() + "-" + i;
            if (ready > 0) {
                retire(name, deployment, deployment.getSpec().getTemplate());
            }
            put(name, deployment, deployment.getSpec().getTemplate());
        }
    }

    /** A pod that runs something else than its workload says now makes way. */
    private void retire(String name, HasMetadata workload, PodTemplateSpec template) {
        cluster.find(Pod.class, workload.getMetadata().getNamespace(), name)
                .filter(pod -> !pod.getSpec().equals(template.getSpec())
                        || !annotations(pod.getMetadata())
                                .entrySet()
                                .containsAll(annotations(template.getMetadata()).entrySet()))
                .ifPresent(pod -> cluster.take(Ref.of(pod)));
    }

    private static Map<String, String> annotations(ObjectMeta metadata) {
        return metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
    }

    private void deploy(StatefulSet set) {
        var replicas = replicas(set.getSpec().getReplicas());
        var running = servers.run(set, Math.min(replicas, MOST_PODS));
        var ready = stuck.contains(set.getMetadata().getName()) ? 0 : running;
        var updated = servers.updated(set, replicas);
        cluster.setStatus(
                Ref.of(set),
                new StatefulSetStatusBuilder()
                        .withObservedGeneration(set.getMetadata().getGeneration())
                        .withReplicas(replicas)
                        .withUpdatedReplicas(updated)
                        .withCurrentRevision(updated == replicas ? Servers.revision(set) : "before")
                        .withUpdateRevision(Servers.revision(set))
                        .withReadyReplicas(ready)
                        .withAvailableReplicas(ready)
                        .build());
    }

    private void deploy(DaemonSet set) {
        var desired = daemons ? daemons(set) : 1;
        cluster.setStatus(
                Ref.of(set),
                new DaemonSetStatusBuilder()
                        .withObservedGeneration(set.getMetadata().getGeneration())
                        .withDesiredNumberScheduled(desired)
                        .withUpdatedNumberScheduled(desired)
                        .withNumberAvailable(stuck.contains(set.getMetadata().getName()) ? 0 : desired)
                        .build());
    }

    /** A pod on every node that the set chooses, and on no other; how many there are. */
    private int daemons(DaemonSet set) {
        var namespace = set.getMetadata().getNamespace();
        var template = set.getSpec().getTemplate();
        var selector = template.getSpec().getNodeSelector();
        var avoided = avoided(template.getSpec().getAffinity());
        var chosen = cluster.list(Node.class, "", selector == null ? Map.of() : selector).stream()
                .map(node -> node.getMetadata().getName())
                .filter(node -> !avoided.contains(node))
                .collect(Collectors.toSet());
        for (var pod : cluster.list(Pod.class, namespace, template.getMetadata().getLabels())) {
            if (!chosen.contains(pod.getSpec().getNodeName())) {
                cluster.take(Ref.of(pod));
            }
        }
        for (var node : chosen) {
            var name = set.getMetadata().getName() + "-" + node;
            var bound = new PodTemplateSpecBuilder(template)
                    .editSpec()
                    .withNodeName(node)
                    .endSpec()
                    .build();
            if (!stuck.contains(set.getMetadata().getName())) {
                retire(name, set, bound);
            }
            put(name, set, bound);
        }
        return chosen.size();
    }

    /** The nodes that it must not be on, by name. */
    private static Set<String> avoided(@Nullable Affinity affinity) {
        if (affinity == null
                || affinity.getNodeAffinity() == null
                || affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution() == null) {
            return Set.of();
        }
        return affinity
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms()
                .stream()
                .flatMap(term -> term.getMatchFields().stream())
                .filter(field -> "NotIn".equals(field.getOperator()))
                .flatMap(field -> field.getValues().stream())
                .collect(Collectors.toSet());
    }

    /** A pod goes with the workload that it is of. */
    static OwnerReference reference(HasMetadata workload) {
        return new OwnerReferenceBuilder()
                .withApiVersion(workload.getApiVersion())
                .withKind(workload.getKind())
                .withName(workload.getMetadata().getName())
                .withUid(workload.getMetadata().getUid())
                .withController(true)
                .build();
    }

    private void put(String name, HasMetadata workload, PodTemplateSpec template) {
        var namespace = workload.getMetadata().getNamespace();
        if (cluster.find(Pod.class, namespace, name).isEmpty()) {
            cluster.put(new PodBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace)
                    .withName(name)
                    .withLabels(template.getMetadata().getLabels())
                    .withAnnotations(template.getMetadata().getAnnotations())
                    .withOwnerReferences(reference(workload))
                    .endMetadata()
                    .withSpec(template.getSpec())
                    .withNewStatus()
                    .withPhase("Running")
                    .withPodIP(Addresses.ofPod(namespace, name))
                    .endStatus()
                    .build());
        }
    }

    private void complete(Job job) {
        if (stuck.contains(job.getMetadata().getName())) {
            return;
        }
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
