package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.foreign.Certificate;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One RabbitMQ server or several in a cluster, each with its volume, ready when they let the administrator in and know each other. */
public final class RabbitMQBlueprint implements Blueprint<RabbitMQ> {

    @Override
    public Class<RabbitMQ> kind() {
        return RabbitMQ.class;
    }

    @Override
    public String operator() {
        return "rabbitmq";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                Secret.class,
                ConfigMap.class,
                Service.class,
                StatefulSet.class,
                Pod.class,
                PersistentVolumeClaim.class,
                PodDisruptionBudget.class,
                NetworkPolicy.class,
                ServiceMonitor.class,
                Certificate.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Set.of(Node.class);
    }

    @Override
    public Plan plan(RabbitMQ rabbitmq, Facts facts) {
        var names = new ServerNames(rabbitmq);
        var objects = new ServerObjects(rabbitmq);
        var admin = new AdminPassword(rabbitmq);
        var beside = new ArrayList<HasMetadata>(List.of(objects.client(), objects.headless()));
        objects.disruptionBudget().ifPresent(beside::add);
        objects.networkPolicy(facts).ifPresent(beside::add);
        var servers = new ServerWorkload(rabbitmq, operator())
                .statefulSet(firstSize(rabbitmq, facts), replicas(rabbitmq, facts));
        return Plan.builder()
                .step(
                        "SecretsReady",
                        new SequenceStep(admin.step(), new CookieStep(cookie(rabbitmq), deleted(rabbitmq))))
                .step("CertificateReady", names.certificate().step(facts))
                .step("ConfigReady", config(rabbitmq))
                .step("StorageReady", storage(rabbitmq))
                .step(
                        "StatefulSetReady",
                        new FoundedStep(
                                // A new password reaches running servers by itself, and certificates are read again.
                                new WorkloadStep(servers, beside, Set.of()),
                                names.name(),
                                names.claims(),
                                true,
                                "restore the volume of PersistentVolumeClaim/"
                                        + names.claims().getFirst() + " from a backup and delete the pods",
                                Anew.ALONE,
                                deleted(rabbitmq)),
                        "SecretsReady",
                        "CertificateReady",
                        "ConfigReady")
                .step("ServerReady", new ServerStep(rabbitmq, admin.secret(), admin.backup()), "StatefulSetReady")
                .step("ClusterReady", new ClusterStep(rabbitmq), "ServerReady")
                .step("MonitoringReady", monitoring(rabbitmq, objects, facts))
                .status("hosts", names.hosts())
                .build();
    }

    static String cookie(RabbitMQ rabbitmq) {
        return rabbitmq.getMetadata().getName() + "-erlang-cookie";
    }

    private static boolean deleted(RabbitMQ rabbitmq) {
        return rabbitmq.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    private static Step config(RabbitMQ rabbitmq) {
        return new ServerOptions(rabbitmq.getSpec())
                .problem()
                .<Step>map(problem -> new VerdictStep(problem))
                .orElseGet(() -> {
                    var config = new ServerFiles(rabbitmq).config().configMap();
                    return new ObjectsStep(
                            List.of(config),
                            "ConfigApplied",
                            "ConfigMap/" + config.getMetadata().getName() + " holds the servers' options.");
                });
    }

    private static Step storage(RabbitMQ rabbitmq) {
        var size = rabbitmq.getSpec().storageSize();
        return new TogetherStep(new ServerNames(rabbitmq)
                .claims().stream()
                        .<Step>map(claim -> new ClaimStep(claim, size, Optional.empty(), deleted(rabbitmq)))
                        .toList());
    }

    private static Step monitoring(RabbitMQ rabbitmq, ServerObjects objects, Facts facts) {
        var wish = rabbitmq.getSpec().monitoring();
        return wish.enabled()
                ? objects.group().monitoring(facts, ServerObjects.METRICS, wish.labels(), wish.interval())
                : ServerGroup.notRequired("The resource does not ask for a ServiceMonitor.");
    }

    /** The first server founds the cluster alone; the others are started once it answers, and from then on all at once. */
    private static int replicas(RabbitMQ rabbitmq, Facts facts) {
        var founded = new ServerObjects(rabbitmq).group().isFounded(facts, ServerNames.VOLUME);
        return founded ? rabbitmq.getSpec().replicas() : 1;
    }

    /** The size in the StatefulSet that is there, else the one asked for now. */
    private static String firstSize(RabbitMQ rabbitmq, Facts facts) {
        return facts.find(StatefulSet.class, rabbitmq.getMetadata().getName())
                .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream()
                        .filter(template ->
                                ServerNames.VOLUME.equals(template.getMetadata().getName()))
                        .map(template ->
                                template.getSpec().getResources().getRequests().get("storage"))
                        .findFirst())
                .map(Quantity::toString)
                .orElse(rabbitmq.getSpec().storageSize());
    }
}
