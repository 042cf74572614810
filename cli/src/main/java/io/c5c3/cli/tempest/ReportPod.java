package io.c5c3.cli.tempest;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Pods;
import io.c5c3.cli.cluster.LoadableImages;
import io.c5c3.cli.terminal.Failure;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.PodTrouble;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A pod that does nothing but mount the volume with the reports, for as long as somebody reads them. */
final class ReportPod implements AutoCloseable {

    /** As in the pods of runs. */
    static final String FOLDER = "/var/lib/tempest-reports";

    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** For when nobody is left to remove it: it ends by itself. */
    private static final long LONGEST_SECONDS = 900;

    private final Pod pod;
    private final PodResource resource;
    private final Thread farewell = Thread.ofPlatform().unstarted(this::remove);

    /** @param like a pod of a run, for image and place */
    ReportPod(KubernetesClient client, String namespace, String tempest, String claim, PodSpec like) {
        var name = tempest + "-report-"
                + UUID.randomUUID().toString().substring(0, 8).toLowerCase(Locale.ROOT);
        pod = pod(name, claim, like);
        resource = client.pods().inNamespace(namespace).resource(pod);
        // Before it is made: Control-C may come at any time.
        Runtime.getRuntime().addShutdownHook(farewell);
    }

    /** What is known of pods of runs when there is none. */
    static PodSpec place(String image) {
        return new PodSpecBuilder()
                .addToContainers(new ContainerBuilder().withImage(image).build())
                .build();
    }

    /** Its labels are not those of runs: the operator would take it for one. It asks for no more than the strictest namespaces allow. */
    static Pod pod(String name, String claim, PodSpec like) {
        var labels = Map.of(
                "app.kubernetes.io/name", "tempest-report",
                "app.kubernetes.io/part-of", "cobaltcore",
                "app.kubernetes.io/managed-by", "c5c3-cli");
        var container = new ContainerBuilder()
                .withName("reports")
                .withImage(like.getContainers().getFirst().getImage())
                .withCommand("sleep", String.valueOf(LONGEST_SECONDS))
                .addNewVolumeMount()
                .withName("reports")
                .withMountPath(FOLDER)
                .withReadOnly(true)
                .endVolumeMount()
                .build();
        var volume = new VolumeBuilder()
                .withName("reports")
                .withNewPersistentVolumeClaim(claim, true)
                .build();
        var restricted = PodTemplate.of(
                        labels, labels, PodTemplate.OPENSTACK, Defaults.of(Pods.class), container, volume)
                .neverRestarted()
                .build();
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpecLike(restricted.getSpec())
                .withActiveDeadlineSeconds(LONGEST_SECONDS)
                .withTerminationGracePeriodSeconds(0L)
                .withNodeSelector(like.getNodeSelector())
                .withTolerations(like.getTolerations())
                .withImagePullSecrets(like.getImagePullSecrets())
                .endSpec()
                .build();
    }

    /** Returns it once commands can be run in it. */
    Pod start(LoadableImages images) {
        resource.create();
        try {
            var found = resource.waitUntilCondition(
                    now -> running(now) || remedy(now, images).isPresent(), LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (running(found)) {
                return found;
            }
            throw new Failure(
                    "The report cannot be read. " + remedy(found, images).orElse(""));
        } catch (KubernetesClientTimeoutException e) {
            var why = PodTrouble.worst(List.of(resource.get())).map(PodTrouble::message);
            throw new Failure(
                    "The pod that reads the volume did not start within " + LIMIT.toMinutes() + " minutes: "
                            + why.orElse("Kubernetes does not say why."),
                    e);
        }
    }

    private static boolean running(Pod now) {
        return now != null
                && now.getStatus() != null
                && "Running".equals(now.getStatus().getPhase());
    }

    private static Optional<String> remedy(Pod now, LoadableImages images) {
        return now == null
                ? Optional.empty()
                : PodTrouble.worst(List.of(now)).flatMap(trouble -> images.remedy(trouble.message()));
    }

    private void remove() {
        resource.withGracePeriod(0).delete();
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The process is already ending, and the hook has run.
        }
    }
}
