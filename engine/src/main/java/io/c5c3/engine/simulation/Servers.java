package io.c5c3.engine.simulation;

import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.kube.FoundingFiles;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The pods of StatefulSets with their volumes: a pod that lacks its volume gets an empty one, as in a real cluster, and a server that was
 * founded before does not begin on it, as its script says; one of several gets its data from the others.
 */
final class Servers {

    private final MemoryCluster cluster;
    private final List<Resident> residents;

    /** The UIDs of claims whose volumes hold something. */
    private final Set<String> filled = new HashSet<>();

    /** The UIDs of pods whose servers have begun. */
    private final Set<String> begun = new HashSet<>();

    Servers(MemoryCluster cluster, List<Resident> residents) {
        this.cluster = cluster;
        this.residents = residents;
    }

    /** A volume that somebody has filled from a backup. */
    void fill(PersistentVolumeClaim claim) {
        filled.add(claim.getMetadata().getUid());
    }

    /** Starts what is to run, and tells how many do. */
    int run(StatefulSet set, int replicas) {
        var running = 0;
        for (var number = 0; number < replicas; number++) {
            running += runs(set, number, replicas) ? 1 : 0;
        }
        return running;
    }

    private boolean runs(StatefulSet set, int number, int replicas) {
        var claims = claims(set, number);
        var pod = pod(set, number);
        if (lacksSecrets(pod)) {
            say(pod, new PodStatusBuilder().withPhase("Pending").build());
            return false;
        }
        var empty = !claims.isEmpty() && claims.stream().noneMatch(this::holds);
        var alone =
                IntStream.range(0, replicas).filter(other -> other != number).noneMatch(other -> isFull(set, other));
        if (empty && alone && founded(set)) {
            say(pod, refusal(set));
            return false;
        }
        claims.forEach(this::fill);
        say(pod, running(pod));
        if (begun.add(pod.getMetadata().getUid())) {
            var start = new Resident.Start(pod, addresses(pod), empty && alone, secrets(pod));
            residents.forEach(resident -> resident.starts(start));
        }
        return true;
    }

    /** The kubelet does not start a pod before it can mount everything; one that runs does not mind. */
    private boolean lacksSecrets(Pod pod) {
        return !begun.contains(pod.getMetadata().getUid())
                && pod.getSpec().getVolumes().stream()
                        .map(volume -> volume.getSecret())
                        .filter(secret -> secret != null
                                && secret.getSecretName() != null
                                && !Boolean.TRUE.equals(secret.getOptional()))
                        .anyMatch(secret -> cluster.find(
                                        Secret.class, pod.getMetadata().getNamespace(), secret.getSecretName())
                                .isEmpty());
    }

    private boolean holds(PersistentVolumeClaim claim) {
        return filled.contains(claim.getMetadata().getUid());
    }

    private boolean isFull(StatefulSet set, int number) {
        return templates(set).stream()
                .map(template -> cluster.find(
                        PersistentVolumeClaim.class, set.getMetadata().getNamespace(), name(template, set, number)))
                .anyMatch(claim -> claim.filter(this::holds).isPresent());
    }

    private boolean founded(StatefulSet set) {
        return set.getSpec().getTemplate().getSpec().getVolumes().stream()
                .map(volume -> volume.getConfigMap())
                .filter(source ->
                        source != null && Boolean.TRUE.equals(source.getOptional()) && source.getName() != null)
                .map(source -> cluster.find(ConfigMap.class, set.getMetadata().getNamespace(), source.getName()))
                .anyMatch(record -> record.map(ConfigMap::getData)
                        .filter(data -> data.containsKey(set.getMetadata().getName()))
                        .isPresent());
    }

    private static List<PersistentVolumeClaim> templates(StatefulSet set) {
        var templates = set.getSpec().getVolumeClaimTemplates();
        return templates == null ? List.of() : templates;
    }

    private static String name(PersistentVolumeClaim template, StatefulSet set, int number) {
        return template.getMetadata().getName() + "-" + set.getMetadata().getName() + "-" + number;
    }

    private List<PersistentVolumeClaim> claims(StatefulSet set, int number) {
        var namespace = set.getMetadata().getNamespace();
        var claims = new ArrayList<PersistentVolumeClaim>();
        for (var template : templates(set)) {
            claims.add(cluster.find(PersistentVolumeClaim.class, namespace, name(template, set, number))
                    .map(this::grown)
                    .orElseGet(() -> cluster.put(new PersistentVolumeClaimBuilder(template)
                            .editMetadata()
                            .withNamespace(namespace)
                            .withName(name(template, set, number))
                            .endMetadata()
                            .withNewStatus()
                            .withPhase("Bound")
                            .withCapacity(template.getSpec().getResources().getRequests())
                            .endStatus()
                            .build())));
        }
        return claims;
    }

    private PersistentVolumeClaim grown(PersistentVolumeClaim claim) {
        if (claim.getStatus() != null && "Bound".equals(claim.getStatus().getPhase())) {
            claim.getStatus().setCapacity(claim.getSpec().getResources().getRequests());
            cluster.setStatus(Ref.of(claim), claim.getStatus());
        }
        return claim;
    }

    private Pod pod(StatefulSet set, int number) {
        var namespace = set.getMetadata().getNamespace();
        var name = set.getMetadata().getName() + "-" + number;
        var template = set.getSpec().getTemplate();
        return cluster.find(Pod.class, namespace, name)
                .orElseGet(() -> cluster.put(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withLabels(template.getMetadata().getLabels())
                        .withOwnerReferences(TinyControllers.reference(set))
                        .endMetadata()
                        .withSpec(template.getSpec())
                        .build()));
    }

    private void say(Pod pod, PodStatus status) {
        cluster.setStatus(Ref.of(pod), status);
    }

    private static PodStatus running(Pod pod) {
        return new PodStatusBuilder()
                .withPhase("Running")
                .withPodIP(Addresses.ofPod(
                        pod.getMetadata().getNamespace(), pod.getMetadata().getName()))
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .build();
    }

    private static PodStatus refusal(StatefulSet set) {
        return new PodStatusBuilder()
                .withPhase("Pending")
                .addNewContainerStatus()
                .withName(set.getMetadata().getName())
                .withNewState()
                .withNewWaiting()
                .withReason("CrashLoopBackOff")
                .endWaiting()
                .endState()
                .withNewLastState()
                .withNewTerminated()
                .withExitCode(1)
                .withMessage(FoundingFiles.REFUSAL + " the volume is empty")
                .endTerminated()
                .endLastState()
                .endContainerStatus()
                .build();
    }

    private Set<String> addresses(Pod pod) {
        var labels = new TreeMap<>(pod.getMetadata().getLabels());
        labels.put("statefulset.kubernetes.io/pod-name", pod.getMetadata().getName());
        var addresses = new TreeSet<String>();
        for (var service : cluster.list(Service.class, pod.getMetadata().getNamespace(), Map.of())) {
            var selector = service.getSpec().getSelector();
            var address = service.getSpec().getClusterIP();
            if (selector != null
                    && !selector.isEmpty()
                    && labels.entrySet().containsAll(selector.entrySet())
                    && address != null
                    && !"None".equals(address)) {
                addresses.add(address);
            }
        }
        return addresses;
    }

    private Map<String, Map<String, String>> secrets(Pod pod) {
        var secrets = new TreeMap<String, Map<String, String>>();
        for (var volume : pod.getSpec().getVolumes()) {
            if (volume.getSecret() != null && volume.getSecret().getSecretName() != null) {
                cluster.find(
                                Secret.class,
                                pod.getMetadata().getNamespace(),
                                volume.getSecret().getSecretName())
                        .ifPresent(secret -> secrets.put(volume.getName(), SecretText.decoded(secret.getData())));
            }
        }
        return secrets;
    }
}
