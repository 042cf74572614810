package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.foreign.Certificate;
import io.c5c3.api.foreign.ServiceMonitor;
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
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One MariaDB server with its volume, or several that hold the same data; ready when they let root in. */
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
                PodDisruptionBudget.class,
                NetworkPolicy.class,
                Certificate.class,
                ServiceMonitor.class,
                Job.class,
                CronJob.class);
    }

    @Override
    public Plan plan(MariaDB mariadb, Facts facts) {
        var name = mariadb.getMetadata().getName();
        var size = Membership.size(mariadb, facts);
        var objects = new ServerObjects(mariadb, size, Among.of(mariadb, size, facts));
        var membership = objects.membership();
        var root = new RootPassword(mariadb);
        var restoring = new Restoring(mariadb, membership, facts, operator());
        var plan = Plan.builder()
                .step("SecretsReady", root.step())
                .step("CertificateReady", objects.encryption().step(facts))
                .step("ConfigReady", config(mariadb, objects))
                .step("StorageReady", storage(mariadb, membership))
                .step("RestoreReady", restoring.step())
                .step(
                        "StatefulSetReady",
                        new FoundedStep(
                                new WorkloadStep(
                                        new ServerWorkload(objects, operator()).statefulSet(firstSize(mariadb, facts)),
                                        objects.beside(membership.marked(facts)),
                                        // A new password reaches a running server by itself, and so does a new
                                        // certificate.
                                        Set.of()),
                                name,
                                membership.claims(),
                                true,
                                "restore the volume of PersistentVolumeClaim/"
                                        + membership.claims().getFirst() + " from a backup and delete Pod/" + name
                                        + "-0",
                                Anew.ALONE,
                                deleted(mariadb)),
                        restoring.precedes()
                                ? new String[] {"SecretsReady", "CertificateReady", "ConfigReady", "RestoreReady"}
                                : new String[] {"SecretsReady", "CertificateReady", "ConfigReady"})
                // Not after all members are ready: while one is away the others have to be led to.
                .step("ClusterReady", cluster(mariadb, membership, facts), "SecretsReady", "ConfigReady")
                .step(
                        "ServerReady",
                        new ServerStep(mariadb, root.secret(), root.backup(), membership.isCluster()),
                        membership.isCluster() ? "ClusterReady" : "StatefulSetReady");
        plan.step("MonitoringReady", monitoring(mariadb, objects, facts));
        new BackupSteps(mariadb, membership, facts).into(plan);
        return plan.build();
    }

    private static boolean deleted(MariaDB mariadb) {
        return mariadb.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    private static Step storage(MariaDB mariadb, Membership membership) {
        return new TogetherStep(membership.claims().stream()
                .<Step>map(claim ->
                        new ClaimStep(claim, mariadb.getSpec().storageSize(), Optional.empty(), deleted(mariadb)))
                .toList());
    }

    private static Step monitoring(MariaDB mariadb, ServerObjects objects, Facts facts) {
        var wish = mariadb.getSpec().metrics().monitor();
        return wish.enabled()
                ? objects.group().monitoring(facts, Exporter.PORT_NAME, wish.labels(), wish.interval())
                : ServerGroup.notRequired("The resource does not ask for a ServiceMonitor.");
    }

    private static Step cluster(MariaDB mariadb, Membership membership, Facts facts) {
        var leftOver = Membership.leftOver(mariadb, facts);
        if (leftOver.isPresent()) {
            return new VerdictStep(Outcome.mistake(
                    "OldVolume",
                    "replicas: " + mariadb.getSpec().replicas() + " is not done while there is PersistentVolumeClaim/"
                            + leftOver.get()
                            + ", which a former member has left: the server has gone on alone since. Delete it, and a"
                            + " new member takes everything from the server."));
        }
        return membership.isCluster()
                ? new MembersStep(mariadb, membership.size())
                : new VerdictStep(Outcome.skipped("One server needs no cluster."));
    }

    private static Step config(MariaDB mariadb, ServerObjects objects) {
        return ServerOptions.own(mariadb.getSpec().config())
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
