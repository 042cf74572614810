package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One MariaDB server with its volume, ready when it lets root in. */
public final class MariaDBBlueprint implements Blueprint<MariaDB> {

    @Override
    public Class<MariaDB> kind() {
        return MariaDB.class;
    }

    @Override
    public String operator() {
        return "mariadb";
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
                NetworkPolicy.class);
    }

    @Override
    public Plan plan(MariaDB mariadb, Facts facts) {
        var name = mariadb.getMetadata().getName();
        var spec = mariadb.getSpec();
        var objects = new ServerObjects(mariadb);
        var workload = new ServerWorkload(mariadb, operator());
        var root = new RootPassword(mariadb);
        return Plan.builder()
                .step("ClusterReady", cluster(spec.replicas()))
                .step("SecretsReady", root.step(), "ClusterReady")
                .step("ConfigReady", config(mariadb, objects), "ClusterReady")
                .step(
                        "StorageReady",
                        new ClaimStep(
                                workload.claim(),
                                spec.storageSize(),
                                Optional.empty(),
                                spec.deletionPolicy() == DeletionPolicy.Delete),
                        "ClusterReady")
                .step(
                        "StatefulSetReady",
                        new FoundedStep(
                                new WorkloadStep(
                                        workload.statefulSet(firstSize(mariadb, facts)),
                                        objects.beside(),
                                        // A new password reaches a running server by itself.
                                        Set.of()),
                                name,
                                List.of(workload.claim()),
                                true,
                                "restore the volume of PersistentVolumeClaim/" + workload.claim()
                                        + " from a backup and delete Pod/" + name + "-0",
                                Anew.ALONE,
                                spec.deletionPolicy() == DeletionPolicy.Delete),
                        "SecretsReady",
                        "ConfigReady")
                .step("ServerReady", new ServerStep(name, root.secret(), root.backup()), "StatefulSetReady")
                .build();
    }

    private static Step cluster(int replicas) {
        return new VerdictStep(
                replicas == 1
                        ? Outcome.skipped("One server needs no cluster.")
                        : Outcome.mistake(
                                "GaleraNotSupported",
                                "replicas: " + replicas
                                        + " asks for a Galera cluster, which this release does not build yet: write"
                                        + " replicas: 1."));
    }

    private static Step config(MariaDB mariadb, ServerObjects objects) {
        return new ServerOptions(mariadb.getSpec().config())
                .problem()
                .<Step>map(problem -> new VerdictStep(problem))
                .orElseGet(() -> {
                    var config = objects.config();
                    return new ObjectsStep(
                            List.of(config),
                            "ConfigApplied",
                            "ConfigMap/" + config.getMetadata().getName() + " holds the server's options.");
                });
    }

    /** The size in the StatefulSet that is there, else the one asked for now. */
    private static String firstSize(MariaDB mariadb, Facts facts) {
        return facts.find(StatefulSet.class, mariadb.getMetadata().getName())
                .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream()
                        .filter(template -> ServerWorkload.VOLUME.equals(
                                template.getMetadata().getName()))
                        .map(template ->
                                template.getSpec().getResources().getRequests().get("storage"))
                        .findFirst())
                .map(Quantity::toString)
                .orElse(mariadb.getSpec().storageSize());
    }
}
