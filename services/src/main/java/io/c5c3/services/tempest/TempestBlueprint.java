package io.c5c3.services.tempest;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.Schedule;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.c5c3.services.DependsOn;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Tests of a running cloud: nothing of it stays running, a pod comes for each run. */
public final class TempestBlueprint implements Blueprint<Tempest> {

    private static final String SERVICE = "tempest";

    /** Either pair in the Secret will do. */
    private static final List<Set<String>> LOGINS = List.of(
            Set.of("application_credential_id", "application_credential_secret"), Set.of("username", "password"));

    @Override
    public Class<Tempest> kind() {
        return Tempest.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        var kinds = new HashSet<Class<? extends HasMetadata>>(Set.of(
                ConfigMap.class,
                Secret.class,
                PersistentVolumeClaim.class,
                Job.class,
                CronJob.class,
                Pod.class,
                NetworkPolicy.class));
        kinds.addAll(DependsOn.KINDS);
        return Set.copyOf(kinds);
    }

    @Override
    public Plan plan(Tempest tempest, Facts facts) {
        var spec = tempest.getSpec();
        var name = tempest.getMetadata().getName();
        var login = ServiceLogin.of(spec.keystone(), name, false, facts);
        var authority = authority(tempest, facts);
        var pods = new ServicePods(SERVICE, name, OpenStackService.TEMPEST.image(spec.image()), spec.deployment());
        var config = new TempestConfig(tempest, login, authority.isPresent(), missing(tempest, facts)).of(facts);
        var files = new ConfigFiles(name + "-config", pods.labels(TempestPods.RUN), config.files());
        var runs = new TempestPods(tempest, pods, files, login.secret(), authority);
        return Plan.builder()
                .step("DependenciesReady", DependsOn.step(spec.dependsOn()))
                .step("SecretsReady", secrets(tempest, login.secret(), facts), "DependenciesReady")
                .step("ConfigReady", config(config, files), "DependenciesReady")
                .step("NetworkPolicyReady", networkPolicy(pods), "DependenciesReady")
                // Many a storage class provides a volume only with the first pod, and the first run may be days away.
                .aside("StorageReady", storage(tempest, pods), "DependenciesReady")
                .step("ScheduleReady", schedule(spec, runs), "SecretsReady", "ConfigReady", "NetworkPolicyReady")
                .step("RunReady", requested(tempest, runs), "SecretsReady", "ConfigReady", "NetworkPolicyReady")
                // Tests that fail say something about the cloud, and nothing about whether it is being tested.
                .aside("TestsPassed", new ResultStep(pods.selector(TempestPods.RUN)))
                .build();
    }

    /** The Secret with the authority to trust: the one that is named, or the Keystone's own. */
    private static Optional<String> authority(Tempest tempest, Facts facts) {
        var named = tempest.getSpec().caSecretRef();
        if (named != null) {
            return Optional.of(named.name());
        }
        var keystones = facts.neighbours(Keystone.class);
        return keystones.size() == 1 ? authority(keystones.getFirst(), facts) : Optional.empty();
    }

    private static Optional<String> authority(Keystone keystone, Facts facts) {
        var name = keystone.getMetadata().getName();
        return new ServingCertificate(keystone.getSpec().tls(), name, List.of()).authority(facts);
    }

    private static Optional<Outcome> missing(Tempest tempest, Facts facts) {
        var named = tempest.getSpec().caSecretRef();
        return named == null || has(facts, named.name(), "ca.crt")
                ? Optional.empty()
                : Optional.of(Outcome.waiting(
                                "WaitingForAuthority",
                                "Secret/" + named.name()
                                        + ", which caSecretRef names, does not exist or lacks the key ca.crt.")
                        .on(Ref.of(Secret.class, tempest.getMetadata().getNamespace(), named.name())));
    }

    private static boolean has(Facts facts, String secret, String key) {
        return facts.find(Secret.class, secret)
                .map(Secret::getData)
                .filter(data -> !data.getOrDefault(key, "").isBlank())
                .isPresent();
    }

    private static Step secrets(Tempest tempest, String secret, Facts facts) {
        var complete = LOGINS.stream().anyMatch(keys -> keys.stream().allMatch(key -> has(facts, secret, key)));
        return new VerdictStep(
                complete
                        ? Outcome.done("SecretsAvailable", "Secret/" + secret + " has a credential.")
                        : Outcome.waiting(
                                        "WaitingForKeystoneCredentials",
                                        "Secret/" + secret
                                                + " must hold the credential of an administrator:"
                                                + " application_credential_id and application_credential_secret, or"
                                                + " username, password and project_name.")
                                .on(Ref.of(Secret.class, tempest.getMetadata().getNamespace(), secret)));
    }

    private static Step config(ServiceConfig config, ConfigFiles files) {
        return config.problem()
                .<Step>map(problem -> new VerdictStep(problem))
                .orElseGet(() -> new ObjectsStep(
                        List.of(files.configMap()),
                        "ConfigApplied",
                        "ConfigMap/" + files.name() + " says what is tested."));
    }

    /** Only Glance has any business in these pods; they have business everywhere, down to the addresses of guests. */
    private static Step networkPolicy(ServicePods pods) {
        var policy = new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(pods.name())
                .withLabels(pods.labels(TempestPods.RUN))
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(pods.selector(TempestPods.RUN))
                .endPodSelector()
                .withPolicyTypes("Ingress")
                .addNewIngress()
                .addNewFrom()
                .withNewPodSelector()
                .addToMatchLabels("app.kubernetes.io/name", "glance")
                .endPodSelector()
                .endFrom()
                .addNewPort()
                .withProtocol("TCP")
                .withPort(new IntOrString(TempestPods.WEB))
                .endPort()
                .endIngress()
                .endSpec()
                .build();
        return new ObjectsStep(
                List.of(policy),
                "NetworkPolicyApplied",
                "NetworkPolicy/" + pods.name() + " lets nobody but Glance connect to the tests.");
    }

    private static Step storage(Tempest tempest, ServicePods pods) {
        var wish = tempest.getSpec().reports();
        return ClaimStep.of(
                new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(TempestPods.claim(pods.name()))
                        .withLabels(pods.labels(TempestPods.RUN))
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes("ReadWriteOnce")
                        .withStorageClassName(wish.storageClass())
                        .withNewResources()
                        .withRequests(Map.of("storage", new Quantity(wish.size())))
                        .endResources()
                        .endSpec()
                        .build(),
                tempest.getSpec().deletionPolicy() == DeletionPolicy.Delete);
    }

    private static Step schedule(Tempest.Spec spec, TempestPods runs) {
        var schedule = spec.schedule();
        if (schedule == null) {
            return new VerdictStep(Outcome.skipped("The resource names no schedule."));
        }
        return Schedule.problem(schedule)
                .<Step>map(problem -> new VerdictStep(Outcome.mistake(
                        "InvalidSchedule", "schedule (" + schedule + ") is no schedule: " + problem + ".")))
                .orElseGet(() -> new ObjectsStep(
                        List.of(runs.scheduled(schedule, spec.suspend())),
                        spec.suspend() ? "RunsSuspended" : "RunsScheduled",
                        "CronJob/" + runs.name() + " runs the tests (" + schedule + ")"
                                + (spec.suspend() ? ", but is suspended." : ".")));
    }

    private static Step requested(Tempest tempest, TempestPods runs) {
        var annotations = Objects.requireNonNullElse(tempest.getMetadata().getAnnotations(), Map.<String, String>of());
        var request = annotations.getOrDefault(Tempest.RUN, "");
        return new RequestedRunStep(request, runs.requested(Digest.of(request)));
    }
}
