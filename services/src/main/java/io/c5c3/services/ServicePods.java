package io.c5c3.services;

import io.c5c3.api.common.Pods;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.WebServer;
import io.c5c3.engine.kube.WsgiServer;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods of one service: those that serve its API, those that work behind it, and those that run once.
 *
 * @param service what it is, for example keystone
 * @param name what this one is called
 * @param settings how the API's pods are placed and sized
 */
public record ServicePods(String service, String name, String image, Pods settings) {

    /** The part of a service that serves its API. */
    public static final String API = "api";

    /** The same, placed and sized otherwise. */
    ServicePods placed(Pods otherwise) {
        return new ServicePods(service, name, image, otherwise);
    }

    public Map<String, String> labels(String part) {
        return Labels.of(service, name, part);
    }

    public Map<String, String> selector(String part) {
        return Labels.selector(service, name, part);
    }

    public Deployment api(ApiScaling scaling, WsgiServer server, Reads reads) {
        return api(API, scaling, server, reads);
    }

    /** For a service with more than one API. */
    public Deployment api(String part, ApiScaling scaling, WsgiServer server, Reads reads) {
        var container = server.container(image, settings, reads.env(), reads.mounts());
        return deployment(scaling.name(), scaling.fixedReplicas(), part, pod(part, settings, container, reads));
    }

    /** For an API that nginx stands before, in the same pod. */
    Deployment api(ApiScaling scaling, WebServer server, Reads nginx, Reads reads) {
        var front = server.front(image, settings, nginx.mounts());
        var behind = server.behind(image, settings, reads.env(), reads.mounts());
        return deployment(
                scaling.name(),
                scaling.fixedReplicas(),
                API,
                pod(API, settings, front, reads).with(behind));
    }

    /** Pods that nobody connects to: they take their work from the message queue. */
    public Deployment worker(String part, int replicas, Pods placement, Reads reads, String... command) {
        var container = new ContainerBuilder()
                .withName(part)
                .withImage(image)
                .withCommand(command)
                .withEnv(reads.env())
                .withResources(resources(placement))
                .withVolumeMounts(reads.mounts())
                .build();
        return deployment(name + "-" + part, replicas, part, pod(part, placement, container, reads));
    }

    private Deployment deployment(String deployment, @Nullable Integer replicas, String part, PodTemplate pods) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(deployment)
                .withLabels(labels(part))
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(selector(part))
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                // A new pod answers before an old one goes, so that nobody is turned away.
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withTemplate(pods.movable().build())
                .endSpec()
                .build();
    }

    /** @param annotations of the pod; a change of them is a reason to run again */
    public Task task(String part, Reads reads, Map<String, String> annotations, String... command) {
        var container = new ContainerBuilder()
                .withName(part)
                .withImage(image)
                .withCommand(command)
                .withEnv(reads.env())
                .withResources(Requests.of("20m", "128Mi"))
                .withVolumeMounts(reads.mounts())
                .build();
        return new Task(name + "-" + part, labels(part), pod(part, taskSettings(annotations), container, reads));
    }

    /** Needs nothing but the files: what it checks is text, and asking again does not change it. */
    public Task policyValidation(String part, Reads reads, String file) {
        return task(
                        part,
                        reads,
                        Map.of(),
                        "oslopolicy-validator",
                        "--config-file",
                        reads.folder() + "/" + file,
                        "--namespace",
                        service)
                .triedOnce();
    }

    private PodTemplate pod(String part, Pods placement, Container container, Reads reads) {
        return PodTemplate.of(
                labels(part),
                selector(part),
                PodTemplate.OPENSTACK,
                placement,
                container,
                reads.volumes().toArray(Volume[]::new));
    }

    /** Where the API may run, its tasks may; how it is spread and sized is no matter of theirs, nor a reason to run them again. */
    private Pods taskSettings(Map<String, String> annotations) {
        return new Pods(
                null,
                settings.nodeSelector(),
                settings.tolerations(),
                null,
                List.of(),
                settings.priorityClassName(),
                null,
                null,
                annotations,
                settings.extraMounts());
    }

    private static ResourceRequirements resources(Pods placement) {
        return Requests.unless(placement.resources(), "20m", "192Mi");
    }
}
