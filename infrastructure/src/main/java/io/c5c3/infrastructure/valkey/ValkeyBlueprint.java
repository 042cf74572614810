package io.c5c3.infrastructure.valkey;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.foreign.Certificate;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.ChoiceStep;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretCopyStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A primary and its replicas, ready when the primary lets clients in and another could take its place; or the same by SAP's operator. */
public final class ValkeyBlueprint implements Blueprint<Valkey> {

    @Override
    public Class<Valkey> kind() {
        return Valkey.class;
    }

    @Override
    public String operator() {
        return "valkey";
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
                Certificate.class,
                io.c5c3.api.foreign.Valkey.class);
    }

    @Override
    public Plan plan(Valkey valkey, Facts facts) {
        var choice = Choice.of(valkey, facts);
        var plan = Plan.builder()
                .step(
                        "Accepted",
                        new ChoiceStep(
                                choice.problem().orElseGet(() -> Outcome.done("Accepted", choice.describe())),
                                Choice.PROVIDER,
                                choice.provider().name(),
                                deleted(valkey)));
        if (choice.provider() == Valkey.Provider.SAP) {
            new SapServers(valkey).plan(plan);
        } else {
            builtIn(plan, valkey, facts);
        }
        if (choice.problem().isEmpty()) {
            plan.status("provider", choice.provider());
        }
        return plan.build();
    }

    private void builtIn(Plan.Builder plan, Valkey valkey, Facts facts) {
        var names = new StoreNames(valkey);
        var objects = new StoreObjects(valkey);
        var workload = StoreWorkload.of(valkey, operator(), facts);
        var beside = new ArrayList<HasMetadata>(List.of(objects.client(), objects.headless()));
        objects.disruptionBudget().ifPresent(beside::add);
        objects.networkPolicy().ifPresent(beside::add);
        plan.step("SecretsReady", password(names, deleted(valkey)), "Accepted")
                .step("CertificateReady", names.certificate().step(facts), "Accepted")
                .step("ConfigReady", config(workload.files()), "Accepted")
                .step("StorageReady", storage(valkey), "Accepted")
                .step(
                        "StatefulSetReady", // A certificate is read at the start only.
                        kept(
                                valkey,
                                new WorkloadStep(
                                        workload.statefulSet(replicas(valkey, facts)),
                                        beside,
                                        names.certificate().secret().stream().collect(Collectors.toSet()))),
                        "SecretsReady",
                        "CertificateReady",
                        "ConfigReady")
                .step("BindingReady", new BindingStep(valkey), "SecretsReady", "CertificateReady")
                .step("PrimaryReady", new PrimaryStep(valkey), "StatefulSetReady")
                .step("MonitoringReady", monitoring(valkey, objects, facts), "Accepted");
    }

    private static boolean deleted(Valkey valkey) {
        return valkey.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    /** Made once. Should its Secret be lost, the servers still have it, and so has the binding. */
    private static Step password(StoreNames names, boolean deleted) {
        var keys = List.of(BindingStep.PASSWORD);
        return new SequenceStep(
                new SecretCopyStep(names.binding(), names.password(), keys, deleted),
                new GeneratedSecretStep(names.password(), Map.of(), keys, deleted));
    }

    private static Step config(StoreFiles files) {
        var config = files.config().configMap();
        return new ObjectsStep(
                List.of(config),
                "ConfigApplied",
                "ConfigMap/" + config.getMetadata().getName() + " holds the servers' options.");
    }

    private static Step storage(Valkey valkey) {
        var names = new StoreNames(valkey);
        if (!names.persistent()) {
            return ServerGroup.notRequired("The resource does not ask for volumes.");
        }
        var size = valkey.getSpec().persistence().size();
        return new TogetherStep(names.claims().stream()
                .<Step>map(claim -> new ClaimStep(claim, size, Optional.empty(), deleted(valkey)))
                .toList());
    }

    /** Servers without volumes begin with nothing each time, and nobody expects otherwise. */
    private static Step kept(Valkey valkey, Step servers) {
        var names = new StoreNames(valkey);
        return names.persistent()
                ? new FoundedStep(
                        servers,
                        names.name(),
                        names.claims(),
                        true,
                        "restore the volume of PersistentVolumeClaim/"
                                + names.claims().getFirst() + " from a backup and delete the pods",
                        Anew.ALONE,
                        deleted(valkey))
                : servers;
    }

    private static Step monitoring(Valkey valkey, StoreObjects objects, Facts facts) {
        var wish = valkey.getSpec().metrics().monitor();
        return wish.enabled()
                ? objects.group().monitoring(facts, StoreObjects.METRICS, wish.labels(), wish.interval())
                : ServerGroup.notRequired("The resource does not ask for a ServiceMonitor.");
    }

    /** With sentinels the first server starts alone, as the primary; the others once it answers, and from then on all at once. */
    private static int replicas(Valkey valkey, Facts facts) {
        var founded = !valkey.getSpec().sentinel().enabled()
                || new StoreObjects(valkey).group().isFounded(facts, StoreNames.VOLUME);
        return founded ? valkey.getSpec().replicas() : 1;
    }
}
