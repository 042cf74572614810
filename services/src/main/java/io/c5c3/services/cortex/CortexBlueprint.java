package io.c5c3.services.cortex;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFirewall;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.step.HealthStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.services.DependsOn;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A scheduler that others ask to rank the hosts they have chosen, over a database of what it knows of them. */
public final class CortexBlueprint implements Blueprint<Cortex> {

    private static final String SERVICE = "cortex";

    @Override
    public Class<Cortex> kind() {
        return Cortex.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                ConfigMap.class,
                Secret.class,
                Service.class,
                Deployment.class,
                StatefulSet.class,
                Pod.class,
                PersistentVolumeClaim.class,
                PodDisruptionBudget.class,
                NetworkPolicy.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return DependsOn.KINDS;
    }

    @Override
    public Plan plan(Cortex cortex, Facts facts) {
        var spec = cortex.getSpec();
        var name = cortex.getMetadata().getName();
        var login = ServiceLogin.of(spec.keystone(), name, false, facts);
        var pods = new ServicePods(SERVICE, name, OpenStackService.CORTEX.image(spec.image()), spec.deployment());
        var database = new CortexDatabase(cortex, clients(name), operator());
        var config = new CortexConfig(cortex, login, database.host(), database.port());
        var files = new ConfigFiles(
                name + "-config",
                pods.labels(CortexPods.SCHEDULER),
                new TreeMap<>(Map.of(CortexConfig.FILE, config.text())));
        var secrets = name + "-secrets";
        var parts = new CortexPods(cortex, pods, files, secrets, authority(login, facts));
        var before = new String[] {"SecretsReady", "DatabaseReady", "ConfigReady", "NetworkPolicyReady"};
        return Plan.builder()
                .step("DependenciesReady", DependsOn.step(spec.dependsOn()))
                .step("DatabaseReady", database.step(facts), "DependenciesReady")
                .step("StorageReady", database.storage(), "DependenciesReady")
                .step("SecretsReady", secrets(secrets, database, login), "DependenciesReady")
                .step("ConfigReady", config(config, files, facts), "DependenciesReady")
                .step("NetworkPolicyReady", networkPolicy(cortex, config, pods), "DependenciesReady")
                .step("DeploymentReady", scheduler(cortex, parts), before)
                .step("SyncReady", syncer(config, parts), before)
                .step("APIReady", health(spec.replicas(), parts), "DeploymentReady")
                .step("PipelinesReady", new PipelinesStep(name, parts.front().host(), config.served()), "APIReady")
                .build();
    }

    private static Map<String, String> clients(String name) {
        return Map.of("app.kubernetes.io/name", SERVICE, "app.kubernetes.io/instance", name);
    }

    /** The service catalogue hands the authority over together with the login. */
    private static Optional<String> authority(ServiceLogin login, Facts facts) {
        return facts.find(Secret.class, login.secret())
                .map(Secret::getData)
                .filter(data -> !data.getOrDefault("ca.crt", "").isBlank())
                .map(data -> login.secret());
    }

    private static Step secrets(String secrets, CortexDatabase database, ServiceLogin login) {
        return new SequenceStep(
                new SecretsStep(List.of(database.input(), login.input())),
                new CredentialsStep(secrets, database.secret(), login.secret()));
    }

    private static Step config(CortexConfig config, ConfigFiles files, Facts facts) {
        return config.problem(facts)
                .<Step>map(problem -> new VerdictStep(problem))
                .orElseGet(() -> new ObjectsStep(
                        List.of(files.configMap()),
                        "ConfigApplied",
                        "ConfigMap/" + files.name() + " holds pipelines and datasources."));
    }

    private static Step networkPolicy(Cortex cortex, CortexConfig config, ServicePods pods) {
        var policy = new ApiFirewall(
                        pods.name(),
                        pods.labels(CortexPods.SCHEDULER),
                        clients(pods.name()),
                        List.of(Cortex.PORT, CortexConfig.METRICS),
                        config.ways(),
                        cortex.getSpec().networkPolicy())
                .policy();
        return policy.isEmpty()
                ? new ObjectsStep(policy, "", "The resource asks for no NetworkPolicy.")
                : new ObjectsStep(
                        policy, "NetworkPolicyApplied", "NetworkPolicy/" + pods.name() + " says who may connect.");
    }

    private static Step scheduler(Cortex cortex, CortexPods parts) {
        var beside = new ArrayList<HasMetadata>(List.of(parts.front().service()));
        beside.addAll(parts.scaling().disruptionBudget());
        return new SequenceStep(
                new WorkloadStep(parts.scheduler(), beside, Set.of(parts.secrets())),
                new VerdictStep(Outcome.skipped("Reported.")
                        .found(
                                "installedRelease",
                                OpenStackService.CORTEX.version(cortex.getSpec().image()))));
    }

    private static Step syncer(CortexConfig config, CortexPods parts) {
        return config.learns()
                ? new WorkloadStep(parts.syncer(), List.of(), Set.of(parts.secrets()))
                : new VerdictStep(Outcome.skipped("The resource enables no datasource."));
    }

    private static Step health(int replicas, CortexPods parts) {
        if (replicas == 0) {
            return new VerdictStep(Outcome.waiting("NoReplicas", "replicas: 0 asks for no pods, so nobody answers."));
        }
        var front = parts.front();
        return new SequenceStep(
                new HealthStep(front.name(), front.port(), front.host(), CortexPods.ALIVE, Optional.empty()),
                new VerdictStep(Outcome.skipped("Reported.").found("endpoint", front.internalUrl())));
    }
}
