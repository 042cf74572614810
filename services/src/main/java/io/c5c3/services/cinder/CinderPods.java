package io.c5c3.services.cinder;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.ServiceMessaging;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What runs for a Cinder, and with which configuration and passwords. */
record CinderPods(Cinder cinder, ApiSteps steps, ServiceConfig config, ServiceLogin login, ServiceMessaging messaging) {

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
        return new ConfigFiles(
                steps.name() + "-" + backend.part() + "-config",
                steps.pods().labels(backend.part()),
                CinderConfig.of(config, backend).files());
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
        return backend.wish().privileged() ? privileged(deployment) : deployment;
    }

    /** Mounting, attaching and making logical volumes are root's business, and happen on the node. */
    private static Deployment privileged(Deployment deployment) {
        return new DeploymentBuilder(deployment)
                .editSpec()
                .editTemplate()
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
                .endTemplate()
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
                                .with(connection())
                                .withScratch("state", CinderConfig.STATE),
                        annotations,
                        command.toArray(String[]::new));
    }

    private Reads service(ConfigFiles files) {
        return Reads.of(files, CinderConfig.FOLDER)
                .with(connection())
                .with(messaging.env())
                .with(messaging.files())
                .with(login.env("nova", "service_user"))
                .withScratch("state", CinderConfig.STATE);
    }

    private EnvVar connection() {
        return Reads.fromSecret(
                "database", "connection", DatabaseStep.connectionSecret(steps.name()), DatabaseStep.DSN);
    }
}
