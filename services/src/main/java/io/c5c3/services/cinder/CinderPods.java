package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.render.Ini;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What runs for a Cinder, and with which configuration and passwords. */
record CinderPods(Cinder cinder, ApiSteps steps, ServiceConfig config, ServiceLogin login, ServiceMessaging messaging) {

    /** Under which a backup service is known: that of its pod. */
    private static final EnvVar OWN_NAME = Variable.own("OS_DEFAULT__HOST", "metadata.name");

    Deployment api() {
        var type = cinder.getSpec().defaultVolumeType();
        var reads = steps.cache().in(service(steps.files(config)), TokenCache.TOKENS);
        return steps.api(
                steps.server("cinder.wsgi.api", "/healthcheck"),
                type == null ? reads : reads.with(new EnvVar("OS_DEFAULT__DEFAULT_VOLUME_TYPE", type, null)));
    }

    Deployment scheduler() {
        var wish = cinder.getSpec().scheduler();
        return steps.pods()
                .worker(
                        "scheduler",
                        wish.replicas(),
                        wish.pods(cinder.getSpec().deployment()),
                        service(steps.files(config)).with(steps.certificateFiles()),
                        "cinder-scheduler");
    }

    ConfigFiles files(VolumeBackend backend) {
        return files(backend.part(), backend.in(config.ini()));
    }

    ConfigFiles files(VolumeBackups backups) {
        return files(VolumeBackups.PART, backups.in(config.ini()));
    }

    private ConfigFiles files(String part, Ini ini) {
        return new ConfigFiles(
                steps.name() + "-" + part + "-config",
                steps.pods().labels(part),
                CinderConfig.of(config, ini).files());
    }

    VolumeTools tools() {
        return new VolumeTools(steps.pods());
    }

    /** One pod and never two: many a driver takes it for granted that nobody else works on its backend. */
    Deployment volume(VolumeBackend backend) {
        var reads = tools().in(backend.mounted(service(files(backend)).with(steps.certificateFiles())), backend);
        var deployment = new DeploymentBuilder(steps.pods()
                        .worker(
                                backend.part(),
                                1,
                                backend.wish().deployment().or(cinder.getSpec().deployment()),
                                reads,
                                "cinder-volume"))
                .editSpec()
                .withNewStrategy()
                .withType("Recreate")
                .endStrategy()
                .endSpec()
                .build();
        return backend.wish().privileged()
                ? deployment
                        .edit()
                        .editSpec()
                        .withTemplate(privileged(deployment.getSpec().getTemplate()))
                        .endSpec()
                        .build()
                : deployment;
    }

    /**
     * Any number, under names that stay: who starts takes what was begun under its name for its own, and gives it up as failed. So the name
     * must be nobody else's, and its former bearer gone.
     */
    StatefulSet backup(VolumeBackups backups) {
        var reads = tools().in(backups.mounted(service(files(backups)).with(steps.certificateFiles())), backups)
                .with(OWN_NAME);
        var worker = steps.pods()
                .worker(
                        VolumeBackups.PART,
                        backups.wish().replicas(),
                        backups.wish().deployment().or(cinder.getSpec().deployment()),
                        reads,
                        VolumeBackups.BINARY);
        var likes = worker.getSpec().getSelector();
        var template = backups.store().placed(worker.getSpec().getTemplate(), likes);
        return new StatefulSetBuilder()
                .withMetadata(worker.getMetadata())
                .withNewSpec()
                .withReplicas(worker.getSpec().getReplicas())
                .withRevisionHistoryLimit(worker.getSpec().getRevisionHistoryLimit())
                .withServiceName(worker.getMetadata().getName())
                .withPodManagementPolicy("Parallel")
                .withSelector(likes)
                .withTemplate(backups.root() ? privileged(template) : template)
                .endSpec()
                .build();
    }

    /** Mounting, attaching and making logical volumes are root's business, and happen on the node. */
    private static PodTemplateSpec privileged(PodTemplateSpec pod) {
        return new PodTemplateSpecBuilder(pod)
                .editSpec()
                .editSecurityContext()
                .withRunAsNonRoot(false)
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .endSecurityContext()
                .editFirstContainer()
                .withNewSecurityContext()
                .withPrivileged(true)
                .endSecurityContext()
                .addNewVolumeMount()
                .withName("dev")
                .withMountPath("/dev")
                .endVolumeMount()
                .endContainer()
                .addNewVolume()
                .withName("dev")
                .withNewHostPath()
                .withPath("/dev")
                .endHostPath()
                .endVolume()
                .endSpec()
                .build();
    }

    Task databaseSync() {
        return manage("db-sync", steps.databaseMark(), "sync");
    }

    /** What may be changed while the service runs, and must be before the next release. */
    Task onlineMigrations() {
        return manage("db-online-migrations", steps.databaseMark(), "online_data_migrations");
    }

    Task purge() {
        return manage(
                "db-purge",
                Map.of(),
                "purge",
                String.valueOf(cinder.getSpec().purge().afterDays()));
    }

    private Task manage(String part, Map<String, String> annotations, String... words) {
        var command = new ArrayList<>(List.of("cinder-manage", "db"));
        command.addAll(List.of(words));
        return steps.pods()
                .task(
                        part,
                        Reads.of(steps.databaseFiles(config), CinderConfig.FOLDER)
                                .database("database", steps.database().connection())
                                .withScratch("state", CinderConfig.STATE),
                        annotations,
                        command.toArray(String[]::new));
    }

    private Reads service(ConfigFiles files) {
        return Reads.of(files, CinderConfig.FOLDER)
                .database("database", steps.database().connection())
                .with(messaging.env())
                .with(messaging.files())
                .with(login.env("nova", "service_user"))
                .withScratch("state", CinderConfig.STATE);
    }
}
