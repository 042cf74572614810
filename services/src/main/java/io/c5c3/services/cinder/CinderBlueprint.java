package io.c5c3.services.cinder;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.Recurring;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The volume service: an API, a scheduler, a volume service for each backend, and one that makes backups if they are asked for. */
public final class CinderBlueprint implements Blueprint<Cinder> {

    private static final String SERVICE = "cinder";
    private static final String NO_BACKUPS = "The resource asks for no backups (backup.enabled: true does).";

    @Override
    public Class<Cinder> kind() {
        return Cinder.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return ApiSteps.uses(StatefulSet.class, PersistentVolumeClaim.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return DependsOn.KINDS;
    }

    @Override
    public Plan plan(Cinder cinder, Facts facts) {
        var spec = cinder.getSpec();
        var steps = new ApiSteps(OpenStackService.CINDER, cinder, spec, facts);
        var cache = steps.cache();
        var login = steps.login(spec.keystone());
        var messaging = new ServiceMessaging(steps.name(), spec.messaging(), spec.deletionPolicy());
        var backends = spec.backends().stream()
                .map(backend -> VolumeBackend.of(cinder, backend, facts))
                .toList();
        var backups = VolumeBackups.of(cinder, backends, facts);
        var config = new CinderConfig(cinder, backends, backups).of(login, cache, facts);
        var pods = new CinderPods(cinder, steps, config, login, messaging);
        var secrets = secrets(steps, login, messaging);
        var access = ServiceAccess.of("Cinder", steps, login);
        var plan = steps.foundation(
                        config,
                        volumeFiles(pods, backends, backups),
                        inputs(login, messaging, backends, backups),
                        List.of(),
                        outwards(backends, backups, login, messaging, cache))
                .step("MessagingReady", messaging.step(), "DependenciesReady")
                .step("DatabaseReady", steps.database(List.of(pods.databaseSync())), "ConfigReady")
                .step("DeploymentReady", steps.deployment(pods.api(), secrets), ApiSteps.beforeApi("MessagingReady"))
                .step(
                        "SchedulerReady",
                        new WorkloadStep(pods.scheduler(), List.of(), secrets),
                        ApiSteps.beforeApi("MessagingReady"))
                .step("VolumeReady", volumes(pods, backends, secrets), ApiSteps.beforeApi("MessagingReady"))
                .step("BackupReady", backup(pods, backups, secrets), ApiSteps.beforeApi("MessagingReady"))
                .step("CephConnected", connected(backends, backups), "SecretsReady")
                .step("APIReady", steps.health("/healthcheck"), "DeploymentReady")
                .step(
                        "VolumeTypesReady",
                        new VolumeTypesStep(
                                access,
                                backends.stream().map(VolumeBackend::name).toList()),
                        "APIReady")
                .step("BackendsReady", backends(access, steps, backends), "APIReady", "SchedulerReady", "VolumeReady")
                .step("BackupServicesReady", backupServices(access, steps, backups), "APIReady", "BackupReady")
                .step(
                        "OnlineMigrationsReady",
                        new TaskStep(
                                "OnlineMigrations",
                                "OnlineMigrationsComplete",
                                pods.onlineMigrations().job(),
                                Set.of()),
                        "DeploymentReady",
                        "SchedulerReady",
                        "VolumeReady",
                        "BackupReady")
                .step(
                        "PurgeReady",
                        Recurring.of(spec.purge())
                                .step(pods.purge(), "PurgeScheduled", "removes rows of deleted volumes"),
                        "DatabaseReady");
        return steps.reachable(plan, "DeploymentReady").build();
    }

    private static List<ConfigFiles> volumeFiles(
            CinderPods pods, List<VolumeBackend> backends, Optional<VolumeBackups> backups) {
        var files = new ArrayList<ConfigFiles>();
        backends.forEach(backend -> files.add(pods.files(backend)));
        backups.ifPresent(some -> files.add(pods.files(some)));
        if (!files.isEmpty()) {
            files.add(pods.tools().files());
        }
        return files;
    }

    private static List<SecretsStep.Input> inputs(
            ServiceLogin login,
            ServiceMessaging messaging,
            List<VolumeBackend> backends,
            Optional<VolumeBackups> backups) {
        var inputs = new ArrayList<>(List.of(login.input(), messaging.input()));
        backends.forEach(backend -> inputs.addAll(backend.inputs()));
        backups.ifPresent(some -> inputs.addAll(some.inputs()));
        return inputs.stream().distinct().toList();
    }

    private static Collection<Integer> outwards(
            List<VolumeBackend> backends,
            Optional<VolumeBackups> backups,
            ServiceLogin login,
            ServiceMessaging messaging,
            TokenCache cache) {
        var ports = new TreeSet<>(cache.ports());
        ports.addAll(List.of(
                login.port(),
                OpenStackService.GLANCE.port(),
                OpenStackService.NOVA.port(),
                OpenStackService.BARBICAN.port()));
        ports.addAll(messaging.ports());
        if (backends.stream().anyMatch(backend -> backend.ceph().isPresent())
                || backups.flatMap(some -> some.store().ceph()).isPresent()) {
            ports.addAll(CephAccess.PORTS);
        }
        return ports;
    }

    /** Those that every pod reads when it starts. */
    private static Set<String> secrets(ApiSteps steps, ServiceLogin login, ServiceMessaging messaging) {
        var secrets =
                new HashSet<>(Set.of(login.secret(), messaging.secret(), DatabaseStep.connectionSecret(steps.name())));
        steps.certificateSecret().ifPresent(secrets::add);
        return secrets;
    }

    private static Step volumes(CinderPods pods, List<VolumeBackend> backends, Set<String> secrets) {
        if (backends.isEmpty()) {
            return new VerdictStep(Outcome.skipped("The resource names no backend."));
        }
        return new TogetherStep(backends.stream()
                .<Step>map(backend -> {
                    var rollsOn = new HashSet<>(secrets);
                    rollsOn.addAll(backend.secrets());
                    return new WorkloadStep(pods.volume(backend), List.of(), rollsOn);
                })
                .toList());
    }

    /** The volume for backups is one more thing to wait for, and nothing to wait with: a pod may have to ask for it first. */
    private static Step backup(CinderPods pods, Optional<VolumeBackups> backups, Set<String> secrets) {
        return backups.<Step>map(some -> {
                    var rollsOn = new HashSet<>(secrets);
                    rollsOn.addAll(some.secrets());
                    return new TogetherStep(Stream.concat(
                                    some.store().claim().stream(),
                                    Stream.of(new WorkloadStep(pods.backup(some), List.of(), rollsOn)))
                            .toList());
                })
                .orElseGet(() -> new VerdictStep(Outcome.skipped(NO_BACKUPS)));
    }

    private static Step backupServices(ServiceAccess access, ApiSteps steps, Optional<VolumeBackups> backups) {
        return backups.<Step>map(some -> new BackupServicesStep(
                        access,
                        steps.name() + "-" + VolumeBackups.PART,
                        some.wish().replicas()))
                .orElseGet(() -> new VerdictStep(Outcome.skipped(NO_BACKUPS)));
    }

    private static Step connected(List<VolumeBackend> backends, Optional<VolumeBackups> backups) {
        var checks = Stream.concat(
                        backends.stream().flatMap(backend -> backend.connected().stream()),
                        backups.flatMap(some -> some.connected()).stream())
                .toList();
        return checks.isEmpty()
                ? new VerdictStep(Outcome.skipped("No backend is a pool of Ceph."))
                : new TogetherStep(checks);
    }

    private static Step backends(ServiceAccess access, ApiSteps steps, List<VolumeBackend> backends) {
        var deployments = new TreeMap<String, String>();
        backends.forEach(backend -> deployments.put(backend.name(), steps.name() + "-" + backend.part()));
        return new BackendsStep(access, deployments);
    }
}
