package io.c5c3.engine.simulation;

import io.c5c3.engine.Digest;
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
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The pods of StatefulSets with their volumes: a pod that lacks its volume gets an empty one, as in a real cluster, and a server that was
 * founded before does not begin on it, as its script says; one of several gets its data from the others.
 */
final class Servers {

    private static final String REVISION = "controller-revision-hash";

    private final MemoryCluster cluster;
    private final List<Resident> residents;

    /** The UIDs of claims whose volumes hold something. */
    private final Set<String> filled = new HashSet<>();

    /** The UIDs of pods whose servers have begun. */
    private final Set<String> begun = new HashSet<>();

    /** The names of pods whose servers serve nobody. */
    private final Set<String> held = new HashSet<>();

    Servers(MemoryCluster cluster, List<Resident> residents) {
        this.cluster = cluster;
        this.residents = residents;
    }

    /** A volume that somebody has filled from a backup. */
    void fill(PersistentVolumeClaim claim) {
        filled.add(claim.getMetadata().getUid());
    }

    void hold(String pod) {
        held.add(pod);
    }

    void letGo(String pod) {
        held.remove(pod);
    }

    /** What tells the pods of one template from those of another. */
    static String revision(StatefulSet set) {
        return Digest.of(set.getSpec().getTemplate());
    }

    /** How many run what the set says now. Pods that are not left to their operator are taken to be replaced at once. */
    int updated(StatefulSet set, int replicas) {
        return isLeft(set)
                ? (int) IntStream.range(0, replicas)
                        .mapToObj(number -> pod(set, number))
                        .filter(pod -> revision(set)
                                .equals(pod.getMetadata().getLabels().get(REVISION)))
                        .count()
                : replicas;
    }

    /** Whether its operator says when pods are replaced. */
    private static boolean isLeft(StatefulSet set) {
        return set.getSpec().getUpdateStrategy() != null
                && "OnDelete".equals(set.getSpec().getUpdateStrategy().getType());
    }

    /** Starts what is to run, and tells how many do. */
    int run(StatefulSet set, int replicas) {
        var running = 0;
        for (var number = 0; number < replicas; number++) {
            running += runs(set, number, replicas) ? 1 : 0;
        }
        retire(set, replicas);
        return running;
    }

    /** Those that are too many go, and leave their volumes. */
    private void retire(StatefulSet set, int replicas) {
        var namespace = set.getMetadata().getNamespace();
        for (var number = replicas; ; number++) {
            var pod = cluster.find(Pod.class, namespace, set.getMetadata().getName() + "-" + number);
            if (pod.isEmpty()) {
                return;
            }
            cluster.take(Ref.of(pod.get()));
        }
    }

    private boolean runs(StatefulSet set, int number, int replicas) {
        var claims = claims(set, number);
        var pod = pod(set, number);
        if (lacksSecrets(pod)) {
            say(pod, new PodStatusBuilder().withPhase("Pending").build());
            return false;
        }
        var empty = !claims.isEmpty() && claims.stream().noneMatch(this::holds);
        var filled = residents.stream().allMatch(resident -> resident.fills(pod));
        var alone = !filled
                || IntStream.range(0, replicas).filter(other -> other != number).noneMatch(other -> isFull(set, other));
        if (empty && alone && (filled ? founded(set, data -> true) : founded(set, data -> isMissed(pod, data)))) {
            say(pod, refusal(set));
            return false;
        }
        claims.forEach(this::fill);
        say(pod, running(pod));
        if (begun.add(pod.getMetadata().getUid())) {
            var start = new Resident.Start(pod, addresses(pod), empty && alone, secrets(pod));
            residents.forEach(resident -> resident.starts(start));
        }
        return !held.contains(pod.getMetadata().getName());
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

    /** One that nobody fills begins if it never has, or if the others have all it had. */
    private static boolean isMissed(Pod pod, Map<String, String> data) {
        var name = pod.getMetadata().getName();
        return data.values().stream().anyMatch(text -> text.contains("-" + name + "\""))
                && !data.containsKey(FoundingFiles.spared(name));
    }

    private boolean founded(StatefulSet set, Predicate<Map<String, String>> also) {
        return set.getSpec().getTemplate().getSpec().getVolumes().stream()
                .map(volume -> volume.getConfigMap())
                .filter(source ->
                        source != null && Boolean.TRUE.equals(source.getOptional()) && source.getName() != null)
                .map(source -> cluster.find(ConfigMap.class, set.getMetadata().getNamespace(), source.getName()))
                .anyMatch(record -> record.map(ConfigMap::getData)
                        .filter(data -> data.containsKey(set.getMetadata().getName()))
                        .filter(also)
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
                        .addToLabels(REVISION, revision(set))
                        .withOwnerReferences(TinyControllers.reference(set))
                        .endMetadata()
                        .withSpec(template.getSpec())
                        .build()));
    }

    private void say(Pod pod, PodStatus status) {
        cluster.setStatus(Ref.of(pod), status);
    }

    private PodStatus running(Pod pod) {
        return new PodStatusBuilder()
                .withPhase("Running")
                .withPodIP(Addresses.ofPod(
                        pod.getMetadata().getNamespace(), pod.getMetadata().getName()))
                .addNewCondition()
                .withType("Ready")
                .withStatus(held.contains(pod.getMetadata().getName()) ? "False" : "True")
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

    /** Without the marks that an operator puts on one of them while they run: what one holds, the others hold, too. */
    private static Map<String, String> chosen(Service service, Map<String, String> labels) {
        var selector = new TreeMap<String, String>();
        if (service.getSpec().getSelector() != null) {
            selector.putAll(service.getSpec().getSelector());
        }
        selector.keySet().retainAll(labels.keySet());
        return selector;
    }

    private Set<String> addresses(Pod pod) {
        var labels = new TreeMap<>(pod.getMetadata().getLabels());
        labels.put("statefulset.kubernetes.io/pod-name", pod.getMetadata().getName());
        var addresses = new TreeSet<String>();
        for (var service : cluster.list(Service.class, pod.getMetadata().getNamespace(), Map.of())) {
            var selector = chosen(service, labels);
            var address = service.getSpec().getClusterIP();
            if (!selector.isEmpty()
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
